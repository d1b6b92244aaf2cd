// The same pattern as benchmarks/server_load.py: some seats at each table, each move as soon as it is a seat's turn.
const { io } = require("socket.io-client");

const [port, tables, seats, seconds] = process.argv.slice(2).map(Number);
const base = `http://127.0.0.1:${port}`;
const latencies = [];
let moves = 0;
let measuring = false;

async function post(path, body) {
  const answer = await fetch(base + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function openTable() {
  const { matchID } = await post("/games/bazaar/create", { numPlayers: seats });
  // Of each move: on which state it was made, by whom and when; and the newest state that anybody has seen.
  const table = { sent: [], seen: -1 };
  const joined = [];
  for (let seat = 0; seat < seats; seat += 1) {
    const { playerCredentials } = await post(`/games/bazaar/${matchID}/join`, { playerID: String(seat), playerName: `p${seat}` });
    joined.push(sit(table, matchID, String(seat), playerCredentials));
  }
  await Promise.all(joined);
}

function sit(table, matchID, playerID, credentials) {
  return new Promise((resolve) => {
    const socket = io(`${base}/bazaar`, { transports: ["websocket"], forceNew: true });
    let stateID = -1;
    const act = (state) => {
      if (state._stateID <= stateID) return;
      stateID = state._stateID;
      if (state.ctx.currentPlayer !== playerID) return;
      setImmediate(() => {
        table.sent.push({ on: stateID, by: playerID, at: performance.now() });
        if (table.sent.length > 8) table.sent.shift();
        const action = { type: "MAKE_MOVE", payload: { type: "take", args: [Math.floor(Math.random() * 5)], playerID, credentials } };
        socket.emit("update", action, stateID, matchID, playerID);
      });
    };
    socket.on("sync", (_, { state }) => { act(state); resolve(); });
    socket.on("update", (_, state) => {
      const id = state._stateID;
      const move = table.sent.findLast(({ on }) => on < id);
      if (measuring && move && move.by !== playerID && id > stateID) latencies.push(performance.now() - move.at);
      if (id > table.seen) {
        table.seen = id;
        if (measuring) moves += 1;
      }
      act(state);
    });
    socket.on("connect", () => socket.emit("sync", matchID, playerID, credentials, seats));
  });
}

async function main() {
  for (let table = 0; table < tables; table += 1) await openTable();
  measuring = true;
  await new Promise((done) => setTimeout(done, seconds * 1000));
  measuring = false;
  latencies.sort((a, b) => a - b);
  const at = (share) => Math.round(latencies[Math.floor(latencies.length * share)] * 10) / 10;
  console.log(JSON.stringify({ decisions_per_second: Math.round(moves / seconds), update_p50_ms: at(0.5), update_p99_ms: at(0.99) }));
  process.exit(0);
}

main();
