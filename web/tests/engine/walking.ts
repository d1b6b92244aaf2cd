/**
 * Walks through matches and notes everything that the engine says on the way, as `tests/wasm/walking.py` does natively:
 * both are given the same errand and must come to the same digests and verdicts.
 */
import { Engine, SPECTATOR, type Description, type Verdict } from "../../src/engine/engine";

/** One way to play a game, and how far. */
export interface Leg {
  seats: number;
  options: Record<string, number>;
  edition: string;
  policy: "random" | "advice";
  /** The key of chance, in hexadecimal. */
  seed: string;
  /** Decisions to be taken one by one with everything noted, and in playouts. */
  decisions: number;
  playouts: number;
  /** Searches on the way, at even distances, and iterations of each. */
  searches: number;
  iterations: number;
}

/** What is to be walked, and how fast to measure a search, if at all. Where the files are is for whoever reads them. */
export interface Errand {
  module: string;
  description: string;
  legs: Leg[];
  pace?: { seats: number; seed: string; seconds: number };
}

export interface Found {
  digest: string;
  matches: number;
  verdicts: Verdict[][];
}

const CHUNK = 1 << 20;
/** Decisions between two looks at the text view and the score sheet. */
const SELDOM = 8;
/** A match with as many decisions is taken to have no end. */
const ENDLESS = 1_000_000;
/** Iterations before a search is measured, and between two looks at the clock. */
const WARM = 1000;
const BATCH = 100;

/** SHA-256 of all that was noted, link by link: a browser can only take a digest of what is there whole. */
class Notes {
  #parts: Uint8Array[] = [];
  #size = 0;
  #digest: Uint8Array = new Uint8Array(32);

  async add(...all: ArrayBufferView[]): Promise<void> {
    for (const bytes of all) {
      // A copy: what is noted may go on changing.
      this.#parts.push(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice());
      this.#size += bytes.byteLength;
      if (this.#size >= CHUNK) await this.#link();
    }
  }

  async number(value: number): Promise<void> {
    await this.add(Float64Array.of(value));
  }

  async end(): Promise<string> {
    await this.#link();
    return Array.from(this.#digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  async #link(): Promise<void> {
    const whole = new Uint8Array(32 + this.#size);
    whole.set(this.#digest);
    let at = 32;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    this.#parts = [];
    this.#size = 0;
    this.#digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  }
}

/** Small numbers that are the same everywhere. */
class Dice {
  #state = 1;
  next(): number {
    this.#state = (Math.imul(this.#state, 1103515245) + 12345) >>> 0;
    return this.#state >>> 16;
  }
}

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** What a seat does: anything legal, or mostly what is advised. */
function chosen(legal: number[], weights: Float32Array, policy: Leg["policy"], dice: Dice): number {
  const thrown = dice.next();
  if (policy === "random" || thrown % 4 === 0) return legal[(thrown >> 2) % legal.length] as number;
  let best = legal[0] as number;
  for (const action of legal) if ((weights[action] as number) > (weights[best] as number)) best = action;
  return best;
}

export async function walk(engine: Engine, leg: Leg): Promise<Found> {
  const edition = engine.edition(leg.edition);
  const chance = engine.newChance(bytes(leg.seed));
  const notes = new Notes();
  const dice = new Dice();
  const verdicts: Verdict[][] = [];
  const viewers = [SPECTATOR, ...Array.from({ length: leg.seats }, (_, seat) => seat)];
  const between = leg.searches ? Math.max(1, Math.floor(leg.decisions / leg.searches)) : 0;
  let bases: (Uint8Array | null)[] = viewers.map(() => null);
  let matches = 0;
  const deal = () => {
    engine.enter(chance, matches);
    matches += 1;
    bases = viewers.map(() => null);
    return engine.deal(edition, leg.seats, leg.options, chance);
  };
  let state = deal();
  for (let number = 0; number < leg.decisions; number++) {
    const pending = engine.actors(edition, state);
    if (!pending) {
      for (const { score, rank } of engine.score(edition, state)) await notes.add(Float64Array.of(score, rank));
      for (const seat of viewers.slice(1)) await notes.add(engine.explain(edition, state, seat));
      state = deal();
      continue;
    }
    const asked = viewers.slice(1).filter((seat) => (pending >> seat) & 1);
    const seat = asked[number % asked.length] as number;
    const known = engine.conceal(edition, state, seat);
    const legal = engine.legal(edition, state, seat);
    const weights = engine.advise(edition, known, seat);
    await notes.add(known, Int32Array.from(legal), weights);
    const guess = engine.determinize(edition, known, seat, chance);
    await notes.add(guess.state, Float64Array.of(guess.weight, engine.audit(edition, state)));
    if (verdicts.length < leg.searches && number >= between * verdicts.length) {
      const search = engine.newSearch(edition, known, seat, {}, engine.newChance(bytes(leg.seed)));
      search.run(leg.iterations);
      verdicts.push(search.result());
      search.free();
    }
    const before = state;
    state = engine.step(edition, before, seat, chosen(legal, weights, leg.policy, dice), chance);
    await notes.add(state);
    for (const [k, viewer] of viewers.entries()) {
      const aids = number % 2 === 1;
      const told = engine.present(edition, before, state, viewer, { base: bases[k] ?? null, aids });
      await notes.add(Int32Array.of(told.phase, told.pending, told.publicPending, ...told.actions));
      await notes.add(told.view, told.lines, told.events, told.compact);
      if (number % SELDOM === 0) {
        await notes.add(engine.describe(edition, state, viewer, aids), engine.narrate(edition, before, state, viewer));
      }
      bases[k] = told.view;
    }
  }
  for (let played = 0; played < leg.playouts;) {
    const { state: end, decisions } = engine.playout(edition, deal(), leg.policy, chance, ENDLESS);
    await notes.add(end, chance);
    await notes.number(decisions);
    played += decisions;
  }
  return { digest: await notes.end(), matches, verdicts };
}

/** All that an errand asks for. */
export async function run(wasm: BufferSource, description: Description, errand: Errand): Promise<unknown> {
  const engine = await Engine.load(wasm, description);
  const found: Found[] = [];
  for (const leg of errand.legs) found.push(await walk(engine, leg));
  return { found, pace: errand.pace ? pace(engine, errand.pace) : null };
}

/** Iterations a second of a search from the first decision of a match, over about so many seconds. */
function pace(engine: Engine, { seats, seed, seconds }: NonNullable<Errand["pace"]>): number {
  const edition = engine.edition();
  const chance = engine.newChance(bytes(seed));
  const state = engine.deal(edition, seats, {}, chance);
  const pending = engine.actors(edition, state);
  const seat = Math.log2(pending & -pending);
  const search = engine.newSearch(edition, engine.conceal(edition, state, seat), seat, {}, chance);
  search.run(WARM); // until the browser has compiled what it will
  const begin = performance.now();
  while (performance.now() - begin < 1000 * seconds) search.run(BATCH);
  return (1000 * (search.done - WARM)) / (performance.now() - begin);
}
