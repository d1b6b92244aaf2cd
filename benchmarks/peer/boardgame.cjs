// boardgame.io's own server with its in-memory storage, and a minimal game with a secret hand.
const { Server, Origins } = require("boardgame.io/server");
const { reportTo } = require("./reporting.cjs");

let moves = 0;

const game = {
  name: "bazaar",
  setup: ({ ctx }) => ({
    pile: Array.from({ length: 60 }, (_, card) => card % 6),
    market: [0, 1, 2, 3, 4],
    hands: Object.fromEntries(ctx.playOrder.map((player) => [player, [1, 2, 3]])),
    caravan: {},
    turns: 0,
  }),
  playerView: ({ G, playerID }) => ({
    ...G,
    pile: G.pile.length,
    hands: Object.fromEntries(Object.entries(G.hands).map(([player, hand]) => [player, player === playerID ? hand : hand.length])),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: {
      move: ({ G, playerID }, slot) => {
        const hand = G.hands[playerID];
        hand.push(G.market[slot]);
        const card = hand.shift();
        G.caravan[card] = (G.caravan[card] ?? 0) + 1;
        G.market[slot] = G.pile[G.turns % G.pile.length];
        G.turns += 1;
        moves += 1;
      },
      client: false,
    },
  },
};

Server({ games: [game], origins: [Origins.LOCALHOST] })
  .run({ port: 0 })
  .then(({ appServer }) => reportTo(process.stdout, appServer.address().port, () => moves));
