// What the benchmark asks of a peer's process: where it listens, and, for every line it is sent, its moves so far.
exports.reportTo = (out, port, moves) => {
  out.write(`listening ${port}\n`);
  process.stdin.on("data", () => out.write(`moves ${moves()}\n`));
};
