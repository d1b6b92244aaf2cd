/** What a match asks of its game: positions are bytes that only the engine reads, all else comes as plain values. */
import type { Description, Level } from "../engine/engine";
import type { SentenceInfo } from "../lib/messages";
import type { Declared, Presentation } from "../lib/packed";

/** Whoever looks on without a seat. */
export const SPECTATOR = -1;

export type Options = Readonly<Record<string, number>>;

export interface Standing {
  score: number;
  rank: number;
}

/** What a viewer is told. */
export interface Presented {
  told: Presentation;
  /** Changes with what is seen, asked or offered, and with nothing else. */
  mark: string;
}

export interface Rules {
  readonly declared: Declared;
  /** Raised whenever a rule or a verb changes. */
  readonly version: number;
  /** All options of the game with their usual values. */
  readonly usual: Options;
  /** The levels of bots by name, and how they think. */
  readonly levels: ReadonlyMap<string, Level>;
  readonly bots: Description["bots"];
  /** The position after the deal of a seed. */
  deal(seats: number, options: Options, seed: Uint8Array): Uint8Array;
  /** The position after a decision, which is the one with that number in its match. */
  step(state: Uint8Array, seat: number, action: number, seed: Uint8Array, number: number): Uint8Array;
  /** The seats that must decide; none when the match is over. */
  actors(state: Uint8Array): number[];
  legal(state: Uint8Array, seat: number): number[];
  conceal(state: Uint8Array, seat: number): Uint8Array;
  /** Grows with every decision that cannot be taken back. */
  undoBarrier(state: Uint8Array): number;
  phase(state: Uint8Array): string;
  /** Why the match is over. */
  reason(state: Uint8Array): string;
  /** The action that silence stands for, in a reaction window. */
  silence(phase: string): number | null;
  standings(state: Uint8Array): Standing[];
  /** How much the game's rules of thumb would like each action. */
  advise(state: Uint8Array, seat: number): Float32Array;
  /** All that a viewer is told; what happened since `before`, if that is given. */
  present(before: Uint8Array | null, state: Uint8Array, viewer: number, aids: boolean): Presented;
  /** What a viewer sees, in sentences. */
  describe(state: Uint8Array, viewer: number, aids: boolean): SentenceInfo[];
  /** How a seat's score came about. */
  explain(state: Uint8Array, seat: number): SentenceInfo[];
}
