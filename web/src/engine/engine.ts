/**
 * The engine of one game in WebAssembly: the rules, what seats see and are told, advice, playouts and search, compiled
 * from the same Python as the server's and equal to it to the last bit (`docs/wasm.md`).
 *
 * It knows nothing of pages: it runs in a worker, in Node and in a browser. Positions, editions and streams of chance are
 * plain bytes, as the server keeps them: every call is given some and leaves them as they are, but for `chance`, which is
 * brought forward in place.
 */
import type { Description, SearchConfig } from "./description";
import { Memory, readNumber, writeNumber } from "./memory";
import { GrowingSearch, newTree, type Search, type Tree } from "./search";

export type { Description, Level, OptionRange, SearchConfig } from "./description";
export type { Search, Verdict } from "./search";

export const SPECTATOR = -1;
const POLICIES = { random: 0, advice: 1 };
const STUCK = -1;
/** A speech begins with where it ends; its sentences begin here. */
const FIRST = 3;
/** Numbers before the actions: the phase, who must decide, how many actions there are. */
const HEAD = 3;
const WORD = 64;
const SEED = 32;

type Call = (...given: number[]) => number;
export type Entries = Readonly<
  Record<
    | "deal"
    | "actors"
    | "legal"
    | "step"
    | "conceal"
    | "determinize"
    | "score"
    | "advise"
    | "audit"
    | "enter"
    | "describe"
    | "narrate"
    | "explain"
    | "present"
    | "playout"
    | "grow",
    Call
  >
> & { readonly encode?: Call };

/** Addresses of what calls work on. */
export type Room = Readonly<
  Record<
    | "edition"
    | "position"
    | "before"
    | "known"
    | "then"
    | "chance"
    | "choices"
    | "weights"
    | "seen"
    | "scores"
    | "viewer"
    | "view"
    | "base"
    | "follows"
    | "speech"
    | "parts"
    | "compact",
    number
  >
>;

/** What a viewer is told. */
export interface Presented {
  phase: number;
  /** Who must decide, as far as the viewer and as far as anybody can tell: a bit a seat. */
  pending: number;
  publicPending: number;
  /** What the viewer may do. */
  actions: number[];
  /** The record that the game declares (`declared.json`). */
  view: Uint8Array<ArrayBuffer>;
  /** Sentences, each its kind, how many numbers follow, and these: what is asked and what each choice does; what
   * happened. */
  lines: Int32Array<ArrayBuffer>;
  events: Int32Array<ArrayBuffer>;
  /** All of this as the server packs it, to be put behind the head of a frame (`wire/packing.py`, `lib/packed.ts`). */
  compact: Uint8Array<ArrayBuffer>;
}

export interface PresentOptions {
  /** The view that the viewer has: then `compact` has only what has changed since. */
  base?: Uint8Array | null;
  /** Whether the viewer is offered its choices; true if not said. */
  asks?: boolean;
  /** Whether it is told what a perfect memory would know. */
  aids?: boolean;
}

/** The bytes that a text holds in base64. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export class Engine {
  readonly #memory: Memory;
  readonly #entries: Entries;
  readonly #room: Room;
  readonly #trees: Tree[] = [];

  private constructor(
    instance: WebAssembly.Instance,
    readonly description: Description,
  ) {
    const { memory, __heap_base: base } = instance.exports;
    this.#memory = new Memory(memory as WebAssembly.Memory, (base as WebAssembly.Global).value as number);
    this.#entries = instance.exports as unknown as Entries;
    const { sizes, actions, seats } = description;
    const room = (size: number) => this.#memory.room(size);
    this.#room = {
      edition: room(sizes.edition),
      position: room(sizes.position),
      before: room(sizes.position),
      known: room(sizes.position),
      then: room(sizes.position),
      chance: room(sizes.chance),
      choices: room(8 * Math.ceil(actions / WORD)),
      weights: room(4 * actions),
      seen: room(4 * sizes.observation),
      scores: room(16 * seats[1]),
      viewer: room(8),
      view: room(sizes.view),
      base: room(sizes.view),
      follows: room(8),
      speech: room(4 * sizes.speech),
      parts: room(4 * sizes.parts),
      compact: room(sizes.compact),
    };
  }

  static async load(wasm: BufferSource | Response, description: Description): Promise<Engine> {
    const bytes = wasm instanceof Response ? await wasm.arrayBuffer() : wasm;
    const { instance } = await WebAssembly.instantiate(bytes);
    return new Engine(instance, description);
  }

  /** The bytes of a printed edition; of the standard one if none is named. */
  edition(name = Object.keys(this.description.editions)[0] as string): Uint8Array<ArrayBuffer> {
    const { editions, game } = this.description;
    const found = editions[name];
    if (found === undefined) {
      throw new Error(`edition ${name} of ${game}: expected one of ${Object.keys(editions).join(", ")}`);
    }
    return bytesOf(found);
  }

  /** A stream of chance, keyed with a seed of 32 bytes, at the beginning of stream 0. */
  newChance(seed: Uint8Array): Uint8Array<ArrayBuffer> {
    if (seed.length !== SEED) throw new Error(`a seed of ${seed.length} bytes: expected ${SEED}`);
    const chance = new Uint8Array(this.description.sizes.chance);
    chance.set(seed, this.description.chance.key.at);
    return chance;
  }

  /** Goes to the beginning of another stream. A match enters the one that is numbered like the decision: see `Match`. */
  enter(chance: Uint8Array, stream: number): void {
    const room = this.#room;
    this.#memory.put(room.chance, chance);
    this.#entries.enter(room.chance, stream);
    this.#takeChance(chance);
  }

  /** A fresh position; options that are not given are the usual ones. */
  deal(
    edition: Uint8Array,
    seats: number,
    options: Readonly<Record<string, number>>,
    chance: Uint8Array,
  ): Uint8Array<ArrayBuffer> {
    const { description } = this;
    const [fewest, most] = description.seats;
    if (!Number.isInteger(seats) || seats < fewest || seats > most) {
      throw new Error(`${description.game}: expected ${fewest} to ${most} seats, got ${seats}`);
    }
    const state = new Uint8Array(description.sizes.position);
    this.#write(state, "seats", seats);
    for (const name of Object.keys(options)) {
      if (!description.options.some((option) => option.name === name)) {
        const names = description.options.map((option) => option.name).join(", ") || "no options at all";
        throw new Error(`option ${name} of ${description.game}: expected ${names}`);
      }
    }
    for (const option of description.options) {
      const value = options[option.name] ?? option.default;
      if (!Number.isInteger(value) || value < option.low || value > option.high) {
        const expected = `a number from ${option.low} to ${option.high}`;
        throw new Error(`option ${option.name} of ${description.game}: expected ${expected}, got ${value}`);
      }
      this.#write(state, option.name, value);
    }
    const room = this.#put(edition, state);
    this.#memory.put(room.chance, chance);
    this.#entries.deal(room.edition, room.position, room.chance);
    this.#takeChance(chance);
    return this.#position(room.position);
  }

  /** Who must decide now, a bit a seat; 0 when the match is over. */
  actors(edition: Uint8Array, state: Uint8Array): number {
    const room = this.#put(edition, state);
    return this.#entries.actors(room.edition, room.position);
  }

  /** The actions that are legal for a seat, in the order of their numbers. */
  legal(edition: Uint8Array, state: Uint8Array, seat: number): number[] {
    const room = this.#put(edition, state);
    const { actions } = this.description;
    this.#entries.legal(room.edition, room.position, seat, room.choices);
    const words = this.#memory.numbers(room.choices, 2 * Math.ceil(actions / WORD));
    const found: number[] = [];
    for (let action = 0; action < actions; action++) {
      if (((words[action >> 5] as number) >>> (action & 31)) & 1) found.push(action);
    }
    return found;
  }

  /** The position after a decision, which must be legal. */
  step(
    edition: Uint8Array,
    state: Uint8Array,
    seat: number,
    action: number,
    chance: Uint8Array,
  ): Uint8Array<ArrayBuffer> {
    const room = this.#put(edition, state);
    this.#memory.put(room.chance, chance);
    this.#entries.step(room.edition, room.position, seat, action, room.chance);
    this.#takeChance(chance);
    return this.#position(room.position);
  }

  /** The position without all that the seat cannot know. */
  conceal(edition: Uint8Array, state: Uint8Array, seat: number): Uint8Array<ArrayBuffer> {
    const room = this.#put(edition, state);
    this.#entries.conceal(room.edition, room.position, seat);
    return this.#position(room.position);
  }

  /** A guess at what was concealed from a seat, and its relative weight. */
  determinize(
    edition: Uint8Array,
    concealed: Uint8Array,
    seat: number,
    chance: Uint8Array,
  ): { state: Uint8Array<ArrayBuffer>; weight: number } {
    const room = this.#put(edition, concealed);
    this.#memory.put(room.chance, chance);
    const weight = this.#entries.determinize(room.edition, room.position, seat, room.chance);
    this.#takeChance(chance);
    return { state: this.#position(room.position), weight };
  }

  /** Each seat's score and rank from 1, if the match ended now. */
  score(edition: Uint8Array, state: Uint8Array): { score: number; rank: number }[] {
    const room = this.#put(edition, state);
    this.#entries.score(room.edition, room.position, room.scores);
    const read = (at: number) => this.#memory.read(room.scores, { at, type: "int64" });
    return Array.from({ length: this.read(state, "seats") }, (_, seat) => ({
      score: read(16 * seat),
      rank: read(16 * seat + 8),
    }));
  }

  /** The weight that rules of thumb give each action, 0 for what is not legal. */
  advise(edition: Uint8Array, state: Uint8Array, seat: number): Float32Array<ArrayBuffer> {
    const room = this.#put(edition, state);
    this.#entries.advise(room.edition, room.position, seat, room.weights);
    return this.#memory.floats(room.weights, this.description.actions);
  }

  /** What the seat knows as numbers, which a network looks at: for games of which something was learned. */
  observe(edition: Uint8Array, concealed: Uint8Array, seat: number): Float32Array<ArrayBuffer> {
    const { encode } = this.#entries;
    if (!encode) throw new Error(`${this.description.game}: nothing was learned of it; expected a game with a network`);
    const room = this.#put(edition, concealed);
    encode(room.edition, room.position, seat, room.seen);
    return this.#memory.floats(room.seen, this.description.sizes.observation);
  }

  /** The number of what is wrong with a position; 0 if it is sound. */
  audit(edition: Uint8Array, state: Uint8Array): number {
    const room = this.#put(edition, state);
    return this.#entries.audit(room.edition, room.position);
  }

  /** All that a viewer is told, exactly as the server would pack it. `before` is the position before what happened, null
   * if nothing did. Both positions are the true ones: what the viewer cannot know is concealed here. */
  present(
    edition: Uint8Array,
    before: Uint8Array | null,
    after: Uint8Array,
    seat: number,
    { base = null, asks = true, aids = false }: PresentOptions = {},
  ): Presented {
    const room = this.#put(edition, after);
    const memory = this.#memory;
    const { sizes } = this.description;
    if (before) memory.put(room.before, before);
    if (base) memory.put(room.base, base);
    memory.write(room.viewer, { at: 0, type: "int64" }, seat);
    memory.write(room.follows, { at: 0, type: "int64" }, base ? 1 : 0);
    this.#entries.present(
      room.edition, room.position, before ? 1 : 0, asks ? 1 : 0, aids ? 1 : 0, room.choices, room.viewer, room.before,
      room.known, room.then, room.view, room.view, room.base, room.follows, room.speech, room.parts, room.compact,
    ); // prettier-ignore
    const parts = memory.numbers(room.parts, sizes.parts);
    const [phase, pending, publicPending, offered, middle, end, size] = parts as unknown as [
      number, number, number, number, number, number, number,
    ]; // prettier-ignore
    this.#fits(end);
    const speech = memory.numbers(room.speech, end);
    return {
      phase,
      pending,
      publicPending,
      actions: [...speech.subarray(FIRST + HEAD, FIRST + HEAD + offered)],
      view: memory.take(room.view, sizes.view),
      lines: speech.slice(FIRST + HEAD + offered, middle),
      events: speech.slice(middle, end),
      compact: memory.take(room.compact, size),
    };
  }

  /** What the seat sees, in sentences: the text view. */
  describe(edition: Uint8Array, state: Uint8Array, seat: number, aids = false): Int32Array<ArrayBuffer> {
    const room = this.#put(edition, state);
    this.#entries.conceal(room.edition, room.position, seat);
    return this.#said(() => this.#entries.describe(room.edition, room.position, seat, aids ? 1 : 0, room.speech));
  }

  /** What the seat saw happen between two positions, one decision apart. */
  narrate(edition: Uint8Array, before: Uint8Array, after: Uint8Array, seat: number): Int32Array<ArrayBuffer> {
    const room = this.#put(edition, after);
    this.#memory.put(room.before, before);
    this.#entries.conceal(room.edition, room.position, seat);
    this.#entries.conceal(room.edition, room.before, seat);
    return this.#said(() => this.#entries.narrate(room.edition, room.before, room.position, seat, room.speech));
  }

  /** How a seat's score came about, from the true position: for the end of a match. */
  explain(edition: Uint8Array, state: Uint8Array, seat: number): Int32Array<ArrayBuffer> {
    const room = this.#put(edition, state);
    return this.#said(() => this.#entries.explain(room.edition, room.position, seat, room.speech));
  }

  /** Plays on, at random or as advised, to the end of the match or for so many decisions. */
  playout(
    edition: Uint8Array,
    state: Uint8Array,
    policy: keyof typeof POLICIES,
    chance: Uint8Array,
    most: number,
  ): { state: Uint8Array<ArrayBuffer>; decisions: number } {
    const room = this.#put(edition, state);
    this.#memory.put(room.chance, chance);
    const decisions = this.#entries.playout(
      room.edition, room.position, room.chance, room.choices, room.weights, room.scores, POLICIES[policy], most,
    ); // prettier-ignore
    if (decisions === STUCK) {
      throw new Error(`${this.description.game}: a seat must decide and nothing is possible; expected a choice`);
    }
    this.#takeChance(chance);
    return { state: this.#position(room.position), decisions };
  }

  /** A search from what a seat knows. `config` has what differs from the usual numbers; `favoured` is an action that is
   * tried at least a third of the time, as in a review. The search has a copy of the chance. */
  newSearch(
    edition: Uint8Array,
    concealed: Uint8Array,
    seat: number,
    config: Partial<SearchConfig>,
    chance: Uint8Array,
    favoured = -1,
  ): Search {
    const pending = this.actors(edition, concealed);
    if (!((pending >> seat) & 1)) throw new Error(`seat ${seat} has nothing to decide now; expected a seat that must`);
    const mixed = Boolean(this.description.bluffs[this.read(concealed, "phase")]) || (pending & (pending - 1)) !== 0;
    const tree = this.#trees.pop() ?? newTree(this.#memory, this.description);
    const root = { edition, concealed, seat, chance, config, favoured, mixed };
    return new GrowingSearch(this.#memory, this.#entries, this.#room, this.description, tree, root, (free) =>
      this.#trees.push(free),
    );
  }

  /** A field of a position: `seats`, `phase`, `ended`, `undo_barrier`, or an option. */
  read(state: Uint8Array, name: string): number {
    const { at, type } = this.#place(name);
    return readNumber(new DataView(state.buffer, state.byteOffset, state.byteLength), at, type);
  }

  #write(state: Uint8Array, name: string, value: number): void {
    const { at, type } = this.#place(name);
    writeNumber(new DataView(state.buffer, state.byteOffset, state.byteLength), at, type, value);
  }

  #place(name: string) {
    const place = this.description.position[name];
    if (!place) {
      throw new Error(
        `${name}: expected a field of any position: ${Object.keys(this.description.position).join(", ")}`,
      );
    }
    return place;
  }

  #put(edition: Uint8Array, state: Uint8Array): Room {
    const { sizes, game } = this.description;
    if (edition.length !== sizes.edition) {
      throw new Error(`an edition of ${edition.length} bytes: expected ${sizes.edition} for ${game}`);
    }
    if (state.length !== sizes.position) {
      throw new Error(`a position of ${state.length} bytes: expected ${sizes.position} for ${game}`);
    }
    this.#memory.put(this.#room.edition, edition);
    this.#memory.put(this.#room.position, state);
    return this.#room;
  }

  #position(address: number): Uint8Array<ArrayBuffer> {
    return this.#memory.take(address, this.description.sizes.position);
  }

  #takeChance(chance: Uint8Array): void {
    chance.set(this.#memory.take(this.#room.chance, this.description.sizes.chance));
  }

  /** The sentences of a speech. */
  #said(say: () => void): Int32Array<ArrayBuffer> {
    const { speech } = this.#room;
    this.#memory.write(speech, { at: 0, type: "int32" }, FIRST);
    say();
    const end = this.#memory.read(speech, { at: 0, type: "int32" });
    this.#fits(end);
    return this.#memory.numbers(speech, end).slice(FIRST);
  }

  #fits(end: number): void {
    const most = this.description.sizes.speech;
    if (end > most) throw new Error(`a speech of ${end} numbers: expected at most ${most}`);
  }
}
