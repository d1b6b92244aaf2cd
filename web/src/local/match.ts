/**
 * One match in this browser, as `caravanserai.match.Match` plays it: chance is entered anew for every decision, at the
 * number of the decision, so that the same seed and decisions give the same match here and there.
 */
import type { ChoiceInfo, SentenceInfo } from "../lib/messages";
import { choice } from "../lib/packed";
import { SPECTATOR, type Options, type Presented, type Rules } from "./rules";
import { commitment, hex } from "./seed";

/** In a history, in place of an action: the seat took its last decision back. */
export const UNDO = -1;

const LOG_FORMAT = 1;
export const STANDARD = "standard";
const MEMORY_AIDS = "memory_aids";

/** Something decided: a seat and an action, or UNDO. */
export type Entry = readonly [seat: number, action: number];

/** What a match is dealt from. */
export interface Deal {
  seats: number;
  options: Options;
  /** Whether people are shown what a perfect memory would know. */
  aids: boolean;
  seed: Uint8Array;
}

export interface Outcome {
  winners: number[];
  reason: string;
  scores: number[];
  ranks: number[];
}

/** The JSON of docs/formats.md, "A match log". */
export interface MatchLog {
  format: number;
  game: string;
  seats: number;
  options: Record<string, number | boolean>;
  edition: { name: string; numbers?: unknown };
  seed: string;
  commitment: string;
  moves: [number, string][];
  outcome?: Outcome;
}

export class Match {
  readonly seats: number;
  readonly aids: boolean;
  readonly options: Options;
  readonly #seed: Uint8Array;
  readonly #first: Uint8Array;
  #state: Uint8Array;
  #before: Uint8Array;
  readonly #history: Entry[] = [];
  readonly #moves: Entry[] = [];
  /** How decisions are written: with every one the whole log is kept. */
  readonly #texts = new WeakMap<Entry, string>();
  /** Positions before each decision that can still be taken back: since the last undo barrier. */
  #trail: Uint8Array[] = [];
  /** If the last thing that happened was an undo: the position that it left. */
  #left: Uint8Array | null = null;

  constructor(
    readonly rules: Rules,
    { seats, options, aids, seed }: Deal,
  ) {
    this.seats = seats;
    this.aids = aids;
    this.options = { ...rules.usual, ...options };
    this.#seed = seed;
    this.#first = this.#before = this.#state = rules.deal(seats, this.options, seed);
  }

  get position(): Uint8Array {
    return this.#state;
  }

  get history(): readonly Entry[] {
    return this.#history;
  }

  get decisions(): number {
    return this.#moves.length;
  }

  get actors(): number[] {
    return this.rules.actors(this.#state);
  }

  /** Who must decide, as far as a spectator can tell. */
  get publicActors(): number[] {
    return this.rules.actors(this.rules.conceal(this.#state, SPECTATOR));
  }

  get over(): boolean {
    return this.actors.length === 0;
  }

  get undoDepth(): number {
    return this.#trail.length;
  }

  get lastMover(): number | null {
    return this.#moves.at(-1)?.[0] ?? null;
  }

  isLegal(seat: number, action: number): boolean {
    return this.actors.includes(seat) && this.rules.legal(this.#state, seat).includes(action);
  }

  /** Takes a decision that is legal. */
  take(seat: number, action: number): void {
    this.#before = this.#state;
    this.#left = null;
    this.#moves.push([seat, action]);
    this.#history.push([seat, action]);
    this.#state = this.rules.step(this.#before, seat, action, this.#seed, this.#moves.length);
    if (this.rules.undoBarrier(this.#state) === this.rules.undoBarrier(this.#before)) this.#trail.push(this.#before);
    else this.#trail = [];
  }

  /** Takes the last decision back, if that can be done. */
  undo(seat: number): void {
    const before = this.#trail.pop();
    if (!before || this.lastMover !== seat)
      throw new Error(`seat ${seat} has no decision that can still be taken back`);
    this.#moves.pop();
    this.#history.push([seat, UNDO]);
    this.#left = this.#state;
    this.#before = this.#state = before;
  }

  /** Takes what a history says was decided; raises if it cannot be. */
  enter([seat, action]: Entry): void {
    if (action === UNDO) this.undo(seat);
    else if (this.isLegal(seat, action)) this.take(seat, action);
    else throw new Error(`entry ${this.#history.length}: action ${action} of seat ${seat} is not possible`);
  }

  present(viewer: number, happened: boolean): Presented {
    const before = happened && this.#history.length && !this.#left ? this.#before : null;
    return this.rules.present(before, this.#state, viewer, this.aids);
  }

  /** What a viewer is told when the last decision was taken back: nothing, if it was told nothing of it. */
  takenBack(viewer: number): SentenceInfo[] {
    if (!this.#left) return [];
    return this.#toldOfUndo(this.#before, this.#left, (this.#history.at(-1) as Entry)[0], viewer);
  }

  #toldOfUndo(before: Uint8Array, after: Uint8Array, seat: number, viewer: number): SentenceInfo[] {
    return this.#narrate(before, after, viewer).length ? [{ name: "taken_back", args: { seat } }] : [];
  }

  #narrate(before: Uint8Array, after: Uint8Array, viewer: number): SentenceInfo[] {
    return this.rules.present(before, after, viewer, this.aids).told.events;
  }

  /** What a viewer saw happen; decisions that were taken back are left out. */
  story(viewer: number): SentenceInfo[] {
    return this.positions().flatMap((state, number, all) =>
      number ? this.#narrate(all[number - 1] as Uint8Array, state, viewer) : [],
    );
  }

  /** The positions from the deal on, one for each decision that stands. */
  positions(): Uint8Array[] {
    const all = [this.#first];
    for (const [seat, action] of this.#moves)
      all.push(this.rules.step(all.at(-1) as Uint8Array, seat, action, this.#seed, all.length));
    return all;
  }

  /** The decisions that stand, in order. */
  get moves(): readonly Entry[] {
    return this.#moves;
  }

  /** A decision as it is written in a log. */
  text(entry: Entry): string {
    const text = this.#texts.get(entry) ?? written(this.choice(...entry));
    this.#texts.set(entry, text);
    return text;
  }

  choice(seat: number, action: number): Omit<ChoiceInfo, "label"> {
    return choice(this.rules.declared, action, seat, this.seats);
  }

  outcome(): Outcome | null {
    if (!this.over) return null;
    const table = this.rules.standings(this.#state).slice(0, this.seats);
    return {
      winners: table.flatMap(({ rank }, seat) => (rank === 1 ? [seat] : [])),
      reason: this.rules.reason(this.#state),
      scores: table.map(({ score }) => score),
      ranks: table.map(({ rank }) => rank),
    };
  }

  /** Each seat's score, explained line by line. */
  sheet(): SentenceInfo[][] {
    return Array.from({ length: this.seats }, (_, seat) => this.rules.explain(this.#state, seat));
  }

  get commitment(): string {
    return commitment(this.#seed);
  }

  get seed(): string {
    return hex(this.#seed);
  }

  log(): MatchLog {
    const outcome = this.outcome();
    return {
      format: LOG_FORMAT,
      game: this.rules.declared.game,
      seats: this.seats,
      options: { ...this.options, [MEMORY_AIDS]: this.aids },
      edition: { name: STANDARD },
      seed: this.seed,
      commitment: this.commitment,
      moves: this.#moves.map((entry) => [entry[0], this.text(entry)]),
      ...(outcome ? { outcome } : {}),
    };
  }
}

/** A choice as it is written in a log. */
function written({ verb, args }: Omit<ChoiceInfo, "label">): string {
  return [verb, ...Object.entries(args).map(([name, value]) => `${name}=${String(value)}`)].join(" ");
}
