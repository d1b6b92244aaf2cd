/** Logs from elsewhere: read, checked against the rules, and refused in one sentence if something is wrong. */
import { Match, STANDARD, type MatchLog, type Outcome } from "./match";
import type { Options, Rules } from "./rules";
import { seedOf } from "./seed";

/** A log that cannot be shown here; the message says what was expected. */
export class InvalidLog extends Error {}

/** The game that a log is of. */
export function gameOf(log: unknown): string {
  if (typeof log !== "object" || log === null || (log as MatchLog).format !== 1)
    throw new InvalidLog("log: expected an object with format 1");
  const { game } = log as MatchLog;
  if (typeof game !== "string") throw new InvalidLog("log: game: expected the name of a game");
  return game;
}

/** Replays a log; each of its moves has to be possible, and what it says of seed and outcome has to be so. */
export function replayed(log: unknown, rules: Rules): Match {
  gameOf(log);
  const { seats, options, edition, seed, moves, outcome, commitment } = log as MatchLog;
  const bytes = seedOf(seed);
  if (!bytes) throw new InvalidLog("log: seed: expected 64 hexadecimal digits");
  if (edition?.name !== STANDARD || edition.numbers) throw new InvalidLog("log: edition: expected the standard one");
  if (!Array.isArray(moves)) throw new InvalidLog("log: moves: expected a list");
  const { memory_aids: aids = false, ...given } = options ?? {};
  const match = new Match(rules, { seats, options: given as Options, aids: Boolean(aids), seed: bytes });
  for (const [number, move] of moves.entries()) {
    const [seat, text] = Array.isArray(move) ? (move as [number, string]) : [-1, ""];
    const action = match.actors.includes(seat)
      ? rules.legal(match.position, seat).find((one) => match.text([seat, one]) === text)
      : undefined;
    if (action === undefined) throw new InvalidLog(`log: move ${number}: ${String(text)} is not possible then`);
    match.take(seat, action);
  }
  if (commitment !== match.commitment) throw new InvalidLog("log: commitment: expected the SHA-256 of the seed");
  if (!alike(match.outcome(), outcome ?? null)) throw new InvalidLog("log: outcome: the replay ends otherwise");
  return match;
}

function alike(one: Outcome | null, other: Outcome | null): boolean {
  const parts = (o: Outcome | null) => o && [o.winners, o.reason, o.scores, o.ranks];
  return JSON.stringify(parts(one)) === JSON.stringify(parts(other));
}
