// Colyseus with the same minimal game: state in memory, each hand in the view of its own client only.
// With the argument "told", each move also brings two events to all and five worded choices to whoever is next.
const { Room, Server } = require("@colyseus/core");
const { schema, StateView } = require("@colyseus/schema");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { reportTo } = require("./reporting.cjs");

const SEATS = 3;
const told = process.argv[2] === "told";
const pile = Array.from({ length: 60 }, (_, card) => card % 6);
const goods = ["silk", "spice", "tea", "jade", "salt", "dates"];
let moves = 0;

const Seat = schema({ cards: "uint8", hand: { array: "uint8", view: true } });
const Bazaar = schema({
  pile: "uint8",
  market: { array: "uint8" },
  seats: { array: Seat },
  caravan: { array: "uint32" },
  turn: "uint8",
  turns: "uint32",
});

class BazaarRoom extends Room {
  // A patch follows each move at once: the usual 50 ms between patches would allow a table 20 moves a second.
  patchRate = null;
  maxClients = SEATS;

  seated = [];

  onCreate() {
    this.state = new Bazaar();
    this.state.assign({ pile: pile.length, turn: 0, turns: 0 });
    this.state.market.push(0, 1, 2, 3, 4);
    this.state.caravan.push(0, 0, 0, 0, 0, 0);
    for (let seat = 0; seat < SEATS; seat += 1) {
      const made = new Seat();
      made.cards = 3;
      made.hand.push(1, 2, 3);
      this.state.seats.push(made);
    }
    this.onMessage("take", (client, slot) => this.take(client, slot));
  }

  onJoin(client, { seat }) {
    client.userData = seat;
    this.seated[seat] = client;
    client.view = new StateView();
    client.view.add(this.state.seats[seat]);
  }

  take(client, slot) {
    const state = this.state;
    const seat = client.userData;
    if (seat !== state.turn || !Number.isInteger(slot) || slot < 0 || slot >= state.market.length) return;
    const hand = state.seats[seat].hand;
    const taken = state.market[slot];
    hand.push(taken);
    const card = hand.shift();
    state.caravan[card] += 1;
    state.market[slot] = pile[state.turns % pile.length];
    state.turns += 1;
    state.turn = (seat + 1) % SEATS;
    moves += 1;
    this.broadcastPatch();
    if (told) this.tell(seat, taken, card);
  }

  tell(seat, taken, card) {
    this.broadcast("event", { name: "taken", args: { seat, card: taken }, text: `Player ${seat + 1} takes ${goods[taken]}.` });
    this.broadcast("event", { name: "sold", args: { seat, card }, text: `Player ${seat + 1} sells ${goods[card]}.` });
    const choices = this.state.market.map((good, slot) => ({ verb: "take", args: { slot }, text: `Take ${goods[good]}` }));
    this.seated[this.state.turn].send("choices", choices);
  }
}

async function main() {
  const transport = new WebSocketTransport();
  const server = new Server({ transport, greet: false });
  server.define("bazaar", BazaarRoom);
  await server.listen(0);
  reportTo(process.stdout, transport.server.address().port, () => moves);
}

main();
