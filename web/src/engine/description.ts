/** What Python says of a game's module: `caravanserai/wasm/describing.py` writes it. */

export type NumberType =
  "int8" | "int16" | "int32" | "int64" | "uint8" | "uint16" | "uint32" | "uint64" | "float32" | "float64";

/** Where a field begins in its record. */
export interface Place {
  at: number;
  type: NumberType;
}

export interface RecordPlaces {
  size: number;
  fields: Readonly<Record<string, Place>>;
}

/** A choice made before the match: a switch (low 0, high 1) or a number. `lab` ends a match that could last for ever. */
export interface OptionRange {
  name: string;
  default: number;
  low: number;
  high: number;
  lab: number | null;
}

/** How a bot plays: by the power of its advice (null: always its favourite), or by searching for so long. */
export interface Level {
  name: string;
  power: number | null;
  seconds: number | null;
  iterations: number | null;
  learned: boolean;
}

/** How a search weighs what it finds: the fields of `SearchConfig` in Python, in their order. */
export type SearchConfig = Record<string, number>;

export interface Description {
  format: number;
  game: string;
  rules_version: number;
  /** Tells of which sources the module was made. */
  key: string;
  /** The fewest and the most. */
  seats: readonly [number, number];
  actions: number;
  phases: readonly string[];
  reasons: readonly string[];
  /** Phases that are reaction windows, by number, each with the action that silence stands for. */
  silence: Readonly<Record<string, number>>;
  /** For each phase 1 if a good player cannot be seen through in it. */
  bluffs: readonly number[];
  options: readonly OptionRange[];
  /** Printed editions by name, the standard one first: their bytes in base64. */
  editions: Readonly<Record<string, string>>;
  sizes: Readonly<
    Record<"edition" | "position" | "chance" | "observation" | "view" | "compact" | "speech" | "parts", number>
  >;
  /** `seats`, `phase`, `ended`, `undo_barrier`, and the options. */
  position: Readonly<Record<string, Place>>;
  chance: Readonly<Record<"key", Place>>;
  search: {
    nodes: number;
    edges: number;
    deepest: number;
    slots: number;
    root: number;
    node: RecordPlaces;
    edge: RecordPlaces;
    growth: RecordPlaces;
    config: Readonly<SearchConfig>;
  };
  bots: {
    levels: readonly Level[];
    /** How many numbers each layer of what was learned has, what it looks at first; null where nothing was. The numbers
     *  themselves are a file of their own. */
    network: readonly number[] | null;
    /** In a mixed policy, what is done less than this share as often as the favourite is not done at all. */
    seldom: number;
    /** The share of its time that a bot thinks in a reaction window. */
    brisk: number;
    /** A choice tried less than this share as often as the best one is no hint. */
    worth_telling: number;
    /** The key of the chance of hints, in hexadecimal. */
    hints_seed: string;
    /** Iterations for each decision of a review. */
    review_iterations: number;
  };
}
