/// <reference lib="webworker" />
/** The worker in which matches of this browser are played: nothing that is reckoned here holds up the page. */
import type { KnownPosition, MoveInfo, ReviewInfo, SeatInfo, SentenceInfo } from "../lib/messages";
import type { Declared } from "../lib/packed";
import { bytesOf } from "../engine/engine";
import { secondsOf, searched } from "./bots";
import { answer, NotDone } from "./calls";
import { dealt, keptOf, matchOf, type LocalWish } from "./dealing";
import { fetchEngine, setBase } from "./engines";
import { advice, Hints, offeredTo, type GrowingHint } from "./hints";
import { findKept, keep, keepInMemory, type Kept } from "./keeping";
import { gameOf, InvalidLog, replayed } from "./logs";
import type { Match, MatchLog } from "./match";
import type { Moment } from "./past";
import { foundIn, study, type Reviewed } from "./review";
import { SPECTATOR } from "./rules";
import { LocalTable, type Viewer } from "./table";
import { Thinkers } from "./thinkers";
import { wasmRules, type WasmRules } from "./wasm";

const declared = new Map<string, Declared>();
const loaded = new Map<string, Promise<WasmRules>>();
const thinkers = new Thinkers();
const hints = new Hints();
/** The table that somebody looks at. */
let table: LocalTable | null = null;
let watched = "";
/** The match over that was looked at last: it is gone through step by step. */
let past: { id: string; kept: Kept; rules: WasmRules; match: Match; positions: Uint8Array[] } | null = null;

/** When it is settled where matches are kept. */
let ready: Promise<void> = Promise.resolve();

/** Which share of the last review is done. */
let reviewDone = 0;

/** The rules of a game, loaded once. */
function rulesOf(game: string): Promise<WasmRules> {
  const found = loaded.get(game) ?? load(game);
  loaded.set(game, found);
  found.catch(() => loaded.delete(game));
  return found;
}

async function load(game: string): Promise<WasmRules> {
  await ready;
  const known = declared.get(game);
  if (!known) throw new NotDone("unknown_game", `game ${game}: expected one that is known here`);
  return wasmRules(await fetchEngine(game), known);
}

/** A match that is kept, and the rules it is played by. */
async function find(id: string): Promise<{ kept: Kept; rules: WasmRules }> {
  await ready;
  const kept = await findKept(id);
  if (!kept) throw new NotDone("not_found", `match ${id}: expected one that is kept here`);
  const rules = await rulesOf(kept.table.game);
  if (kept.rules !== rules.version)
    throw new NotDone("older_rules", `match ${id}: rules ${kept.rules}; expected ${rules.version}`);
  return { kept, rules };
}

async function open(id: string): Promise<LocalTable> {
  if (table && watched === id) return table;
  const { kept, rules } = await find(id);
  const think = async (concealed: Uint8Array, seat: number, level: string) => {
    if (rules.legal(concealed, seat).length === 1) return null;
    if (rules.levels.get(level)?.learned) return rules.taught(concealed, seat);
    const seconds = secondsOf(rules, level, rules.phase(concealed));
    if (seconds === null) return null;
    const question = { edition: rules.edition, concealed, seat };
    return searched(await thinkers.search(rules.parts, question, seconds), rules.bots.seldom);
  };
  table?.close();
  watched = id;
  table = new LocalTable(
    kept,
    rules,
    think,
    (telling) => tell({ id, ...telling }),
    () => findKept(id),
  );
  return table;
}

async function lookBack(id: string): Promise<NonNullable<typeof past>> {
  if (past?.id === id) return past;
  const { kept, rules } = await find(id);
  const match = matchOf(kept, rules);
  return (past = { id, kept, rules, match, positions: match.positions() });
}

/** What search thinks of a match, decision by decision. */
async function reviewed(match: Match, rules: WasmRules): Promise<Reviewed> {
  const positions = match.positions();
  reviewDone = 0;
  const found = await study(
    match,
    (concealed, seat, favoured, seed, iterations) =>
      thinkers.searchWith(rules.parts, { edition: rules.edition, concealed, seat, favoured }, seed, iterations),
    (share) => (reviewDone = share),
  );
  const lessons = found.lessons.flatMap(({ number, seat, played, better, loss }) => {
    const offered = offeredTo(rules, positions[number] as Uint8Array, seat);
    const [was] = advice(offered, played);
    const [would] = advice(offered, better);
    return was && would ? [{ number, seat, played: was, better: would, loss }] : [];
  });
  return { review: { lessons, chances: found.chances }, found: foundIn(found) };
}

const methods = {
  begin(base: string, serverless: boolean): void {
    setBase(base);
    if (serverless) ready = keepInMemory();
  },

  kept: async (id: string) => (await ready, findKept(id)),

  declare: (game: Declared) => void declared.set(game.game, game),

  /** Deals a match and keeps it; gives its id. */
  async create(wish: LocalWish): Promise<string> {
    const kept = dealt(wish, await rulesOf(wish.game));
    await keep(kept);
    return kept.id;
  },

  /** Takes a match from its log, to be looked at here; gives its id. */
  async adopt(log: MatchLog & { players?: SeatInfo[] }): Promise<string> {
    try {
      const game = gameOf(log);
      const match = replayed(log, await rulesOf(game));
      const seats = Array.from({ length: match.seats }, (_, seat) => log.players?.[seat] ?? NOBODY);
      const kept = keptOf(match, game, seats);
      if (!match.over) throw new InvalidLog("log: the match is not over; expected a finished one");
      const ended = { status: "finished", seed: match.seed, ended_at: kept.table.created_at } as const;
      await keep({ ...kept, table: { ...kept.table, ...ended } });
      return kept.id;
    } catch (problem) {
      throw problem instanceof InvalidLog ? new NotDone("invalid_log", problem.message) : problem;
    }
  },

  watch: async (id: string, look: Viewer) => (await open(id)).watch(look),
  decide: async (id: string, question: string, action: number) => (await open(id)).decide(question, action),
  undo: async (id: string) => (await open(id)).undo(),
  refresh: async (id: string) => (watched === id ? table?.refresh() : undefined),
  leave(id: string): void {
    if (watched !== id) return;
    table?.close();
    table = null;
    watched = "";
  },

  async story(id: string, seat: number | null): Promise<SentenceInfo[]> {
    return (await open(id)).match.story(seat ?? SPECTATOR);
  },

  /** What a strong player would consider in a seat of a match of this browser, from what the seat knows. */
  async hint(id: string, seat: number): Promise<GrowingHint> {
    const { match } = await open(id);
    if (!match.actors.includes(seat)) throw new NotDone("not_to_act", `seat ${seat} has nothing to decide now`);
    const rules = await rulesOf(match.rules.declared.game);
    return hints.begin(rules, rules.conceal(match.position, seat), seat);
  },

  /** The same in a match of the server's, from what the server says that the seat knows. */
  async hintFrom({ game, key, edition, seat, position }: KnownPosition): Promise<GrowingHint> {
    const rules = await rulesOf(game);
    const own = rules.parts.description.key;
    if (own !== key) throw new NotDone("other_sources", `engine ${own} of ${game}: the server has ${key}`);
    return hints.begin(rules.withEdition(bytesOf(edition)), bytesOf(position), seat);
  },

  growHint: (number: number) => hints.grow(number),

  async step(id: string, number: number, seat: number | null): Promise<Moment> {
    const { match, positions } = await lookBack(id);
    const { rules, aids, moves } = match;
    const position = positions[number];
    if (!position) throw new NotDone("not_found", `moment ${number}: expected one up to ${positions.length - 1}`);
    const viewer = seat ?? SPECTATOR;
    const name = seat === null ? "spectator" : String(seat);
    const { told } = rules.present(positions[number - 1] ?? null, position, viewer, aids);
    const last = moves[number - 1];
    return {
      number,
      last: positions.length - 1,
      views: { [name]: told.view ?? {} },
      events: { [name]: told.events },
      described: { [name]: rules.describe(position, viewer, aids) },
      move: last ? [last[0], match.text(last)] : null,
    };
  },

  async moves(id: string, seat: number | null): Promise<MoveInfo[]> {
    const { match, positions } = await lookBack(id);
    return positions.slice(1).flatMap((position, k) => {
      const before = positions[k] as Uint8Array;
      const { events } = match.rules.present(before, position, seat ?? SPECTATOR, match.aids).told;
      return events.length ? [{ number: k + 1, events }] : [];
    });
  },

  async review(id: string): Promise<ReviewInfo> {
    const { match, rules } = await lookBack(id);
    return (await reviewed(match, rules)).review;
  },

  /** The review of a match of the server's from its log, in words and as the server takes it. */
  async reviewOf(log: MatchLog): Promise<Reviewed> {
    const rules = await rulesOf(gameOf(log));
    try {
      return await reviewed(replayed(log, rules), rules);
    } catch (problem) {
      throw problem instanceof InvalidLog ? new NotDone("invalid_log", problem.message) : problem;
    }
  },

  /** Which share of the review that is being made is done. */
  reviewDone: () => reviewDone,
};

const NOBODY: SeatInfo = {
  kind: "person",
  nickname: null,
  level: null,
  stand_in: null,
  resigned: false,
  here: false,
  vacation_until: null,
};

const tell = answer(self as unknown as DedicatedWorkerGlobalScope, methods);
