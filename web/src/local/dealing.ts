/** A new match of this browser: who sits where, and what it is dealt from. */
import type { BringMatch, SeatInfo, SeatWanted, TableInfo } from "../lib/messages";
import { newKey } from "../lib/browser";
import type { Kept } from "./keeping";
import { Match, STANDARD } from "./match";
import type { Options, Rules } from "./rules";
import { newSeed, seedOf } from "./seed";

/** A table of this browser is known by how its id begins; no id of a server's has a dot. */
const LOCAL = "local.";

export function isLocal(id: string): boolean {
  return id.startsWith(LOCAL);
}

export interface LocalWish {
  game: string;
  seats: readonly SeatWanted[];
  options: Options;
  aids: boolean;
}

function seatOf({ kind, nickname, level }: SeatWanted): SeatInfo {
  return {
    kind: kind === "bot" ? "bot" : "person",
    nickname: nickname ?? null,
    level: kind === "bot" ? (level ?? null) : null,
    stand_in: null,
    resigned: false,
    here: kind !== "bot",
    vacation_until: null,
  };
}

/** A table as it is when the cards have just been dealt. */
export function dealt({ game, seats, options, aids }: LocalWish, rules: Rules): Kept {
  const match = new Match(rules, { seats: seats.length, options, aids, seed: newSeed() });
  const mine = seats.flatMap(({ kind }, seat) => (kind === "bot" ? [] : [seat]));
  const { actors } = match;
  return { ...keptOf(match, game, seats.map(seatOf)), mine, asked: mine.filter((seat) => actors.includes(seat)) };
}

/** A match as it is kept, with nobody of this device in it. */
export function keptOf(match: Match, game: string, seats: SeatInfo[]): Kept {
  const now = Date.now() / 1000;
  const table: TableInfo = {
    id: `${LOCAL}${newKey()}`,
    game,
    edition: STANDARD,
    options: { ...match.options, memory_aids: match.aids },
    clocks: { turn: null, window: null, bank: null, increment: 0 },
    public: false,
    free_talk: false,
    status: "running",
    seats,
    commitment: match.commitment,
    seed: null,
    actors: match.publicActors,
    bots_open: false,
    brought: false,
    creator_here: true,
    rematch: null,
    series: null,
    vote: null,
    created_at: now,
    started_at: now,
    waiting_since: now,
    ended_at: null,
    fault: null,
  };
  return {
    id: table.id,
    version: 1,
    rules: match.rules.version,
    table,
    seed: match.seed,
    history: [...match.history],
    log: match.log(),
    mine: [],
    asked: [],
    rank: null,
  };
}

/** The match that was kept, with all that was decided in it. */
export function matchOf({ table, seed, history }: Kept, rules: Rules): Match {
  const { memory_aids: aids, ...options } = table.options;
  const bytes = seedOf(seed);
  if (!bytes) throw new Error(`seed ${seed}: expected 64 hexadecimal digits`);
  const deal = { seats: table.seats.length, options: options as Options, aids: Boolean(aids), seed: bytes };
  const match = new Match(rules, deal);
  for (const entry of history) match.enter(entry);
  return match;
}

/** What the server is told of a match: its log, and who plays each seat. */
export function broughtAs({ log, rules, table, mine }: Kept): BringMatch {
  const seats = table.seats.map(({ nickname, level }, seat): SeatWanted =>
    mine.includes(seat) ? { kind: "me", nickname } : { kind: "bot", level },
  );
  return { log: { ...log, rules } as BringMatch["log"], seats };
}
