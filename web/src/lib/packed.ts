/**
 * States in their packed form: binary frames, made into the same states that others get as JSON. What the bytes mean is
 * declared by each game (`games/<id>/declared.json`, written from Python); how frames are laid out is described in
 * `caravanserai/wire/packing.py`.
 */
import type { ChoiceInfo, SentenceInfo, StateInfo } from "./messages";

export type Argument =
  | { kind: "number" | "flag" }
  | { kind: "name"; names: readonly string[]; none: string | null }
  | { kind: "counts"; names: readonly string[] }
  | { kind: "list"; of: Argument };
export type Domain =
  | { size: number; names: readonly string[] }
  | { size: number; left: true }
  | { size: number; first: number; step: number };
export interface SentenceKind {
  name: string;
  args: Readonly<Record<string, Argument>>;
}
export interface Field {
  kind: "number" | "maybe" | "word" | "name" | "flag" | "counts" | "those" | "repeated";
  type: "int8" | "int16" | "int32";
  /** Where it begins in the record. */
  at: number;
  axes: readonly (number | readonly string[])[];
  names?: readonly (string | number)[];
}
export interface Node {
  /** The field that says whether it is there at all. */
  given?: string;
  field?: string;
  keys?: Readonly<Record<string, Node>>;
  axis?: number | readonly string[];
  each?: Node;
  length?: string;
  sparse?: boolean;
}
export interface Declared {
  game: string;
  phases: readonly string[];
  /** The number of the rule that matters most in a phase, and while a table is `waiting` for its players. */
  rules: Readonly<Record<string, number>>;
  verbs: readonly {
    verb: string;
    args: Readonly<Record<string, Domain>>;
    /** Whether a board takes it at the first touch, as what can be taken back or is unmistakable. */
    one_touch: boolean;
  }[];
  view: { size: number; fields: Readonly<Record<string, Field>>; tree: Node };
  events: readonly SentenceKind[];
  lines: readonly SentenceKind[];
}

const KEPT = ["table", "stream", "creator", "invite"] as const;
const EMPTY = {
  seat: null,
  hand_over: null,
  creator: false,
  invite: null,
  phase: null,
  view: null,
  prompt: null,
  question: null,
  undo: false,
  clocks: [],
  events: [],
  outcome: null,
  again: null,
  lines: null,
};
const NONE = -1;
const WIDTH = { int8: 1, int16: 2, int32: 4 };

type Header = Omit<StateInfo, "phase" | "view" | "prompt" | "question"> & {
  base?: number;
  actors?: number[];
  since?: number | null;
  question_id?: string;
  silence?: number;
};

/** What a frame says that is not a matter of the game, and the rest of it. */
export function split(frame: ArrayBuffer): { header: Header; view: Uint8Array; numbers: Uint8Array } {
  const bytes = new DataView(frame);
  const long = bytes.getUint16(0, true);
  const wide = bytes.getUint16(2 + long, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(frame, 2, long))) as Header;
  return { header, view: new Uint8Array(frame, 4 + long, wide), numbers: new Uint8Array(frame, 4 + long + wide) };
}

/** Makes states of frames, each following the one before. */
export class Reader {
  #state: StateInfo | null = null;
  #view = new Uint8Array();

  constructor(private readonly declared: Declared) {}

  /** The state that a frame tells; null if it follows one that we have not seen. */
  read(frame: ArrayBuffer): StateInfo | null {
    const { header: about, view, numbers } = split(frame);
    const { base, actors, since, question_id, silence, ...header } = about;
    const kept: Partial<StateInfo> = {};
    if (base === undefined) this.#view = view.slice();
    else {
      if (!this.#state || base !== this.#state.number) return null;
      for (const key of KEPT) Object.assign(kept, { [key]: this.#state[key] });
      this.#view = changed(this.#view, view);
    }
    const state = { ...EMPTY, ...kept, ...header } as StateInfo;
    const before = base === undefined ? null : (this.#state?.table.waiting_since ?? null);
    state.table = { ...state.table, actors: actors ?? [], waiting_since: since === undefined ? before : since };
    if (this.#view.length) {
      const told = readPresentation(this.declared, this.#view, numbers, state.seat, state.table.seats.length);
      const { choices, events, ...rest } = told;
      const question = question_id === undefined ? null : { id: question_id, choices, silence: silence ?? null };
      Object.assign(state, rest, { question, events: [...events, ...state.events] });
    }
    this.#state = state;
    return state;
  }
}

/** What a viewer is told of a game. */
export interface Presentation {
  phase: string;
  view: StateInfo["view"];
  prompt: SentenceInfo;
  choices: ChoiceInfo[];
  events: SentenceInfo[];
}

/** Makes what a viewer is told of the bytes of its view and of the numbers that follow them. */
export function readPresentation(
  declared: Declared,
  view: Uint8Array,
  packed: Uint8Array,
  seat: number | null,
  seats: number,
): Presentation {
  const numbers = new Numbers(packed);
  const phase = declared.phases[numbers.next()] as string;
  const pending = numbers.next();
  const actions = Array.from({ length: numbers.next() }, () => numbers.next());
  const actors = Array.from({ length: seats }, (_, k) => k).filter((k) => (pending >> k) & 1);
  const prompt = sentence(declared.lines, numbers);
  const choices = actions.map((action) => ({
    ...choice(declared, action, seat ?? 0, seats),
    label: sentence(declared.lines, numbers),
  }));
  const events = sentences(declared.events, numbers);
  return {
    phase,
    view: { game: declared.game, seat, phase, actors, table: look(declared, view) },
    prompt,
    choices,
    events,
  };
}

/** Numbers that are read one after the other. */
interface Row {
  readonly done: boolean;
  next(): number;
}

/** The lines that numbers hold which are not packed. */
export function readLines(declared: Declared, numbers: Int32Array): SentenceInfo[] {
  let at = 0;
  const row = {
    get done() {
      return at >= numbers.length;
    },
    next: () => numbers[at++] ?? 0,
  };
  return sentences(declared.lines, row);
}

/** All sentences that numbers hold to their end. */
function sentences(kinds: readonly SentenceKind[], numbers: Row): SentenceInfo[] {
  const said: SentenceInfo[] = [];
  while (!numbers.done) said.push(sentence(kinds, numbers));
  return said;
}

/** A view with the changes made in it: a place in two bytes, and the byte that stands there now. */
function changed(base: Uint8Array, changes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new Uint8Array(base);
  for (let k = 0; k < changes.length; k += 3) {
    view[(changes[k] as number) + 256 * (changes[k + 1] as number)] = changes[k + 2] as number;
  }
  return view;
}

/** Numbers one after the other: zigzag, in groups of seven bits, the lowest first. */
class Numbers implements Row {
  #at = 0;
  constructor(private readonly bytes: Uint8Array) {}

  get done(): boolean {
    return this.#at >= this.bytes.length;
  }

  next(): number {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.#at++] ?? 0;
      number |= (byte & 0x7f) << shift;
      if (byte < 0x80) return (number >>> 1) ^ -(number & 1);
    }
  }
}

function sentence(kinds: readonly SentenceKind[], numbers: Row): SentenceInfo {
  const kind = kinds[numbers.next()] as SentenceKind;
  numbers.next(); // how many numbers follow, which the arguments know
  const args = Object.entries(kind.args).map(([name, of]) => [name, argument(of, numbers)]);
  return { name: kind.name, args: Object.fromEntries(args) as SentenceInfo["args"] };
}

function argument(of: Argument, numbers: Row): unknown {
  switch (of.kind) {
    case "number":
      return numbers.next();
    case "flag":
      return numbers.next() !== 0;
    case "name": {
      const number = numbers.next();
      return number === NONE ? of.none : of.names[number];
    }
    case "counts":
      return counted(of.names, () => numbers.next());
    case "list":
      return Array.from({ length: numbers.next() }, () => argument(of.of, numbers));
  }
}

function counted(names: readonly (string | number)[], count: (k: number) => number): Record<string, number> {
  const counts = names.map((name, k) => [name, count(k)] as const);
  return Object.fromEntries(counts.filter(([, number]) => number));
}

/** An action as a verb with its arguments, as the seat may take it. */
export function choice(declared: Declared, action: number, seat: number, seats: number): Omit<ChoiceInfo, "label"> {
  let index = action;
  for (const { verb, args } of declared.verbs) {
    const domains = Object.entries(args);
    const size = domains.reduce((product, [, of]) => product * of.size, 1);
    if (index >= size) {
      index -= size;
      continue;
    }
    const values = domains.toReversed().map(([name, of]) => {
      const k = index % of.size;
      index = Math.floor(index / of.size);
      return [name, value(of, k, seat, seats)];
    });
    return { action, verb, args: Object.fromEntries(values.reverse()) as ChoiceInfo["args"] };
  }
  throw new Error(`${declared.game}: action ${action}: there is none`);
}

function value(of: Domain, k: number, seat: number, seats: number): unknown {
  if ("names" in of) return of.names[k];
  if ("left" in of) return k + 1 < seats ? (seat + 1 + k) % seats : null;
  return of.first + of.step * k;
}

/** What the bytes of a view show, as a tree. */
export function look(declared: Declared, bytes: Uint8Array): Record<string, unknown> {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { fields, tree } = declared.view;

  /** The number of a field at some places, without the last axes that are not named. */
  function at(name: string, where: readonly number[]): number {
    const { type, at: start, axes } = fields[name] as Field;
    let index = 0;
    axes.forEach((axis, k) => (index = index * length(axis) + (where[k] ?? 0)));
    const place = start + index * WIDTH[type];
    if (type === "int8") return data.getInt8(place);
    return type === "int16" ? data.getInt16(place, true) : data.getInt32(place, true);
  }

  function leaf(name: string, where: readonly number[]): unknown {
    const { kind, names = [], axes } = fields[name] as Field;
    const outer = where.slice(0, axes.length - 1);
    switch (kind) {
      case "number":
        return at(name, where);
      case "maybe":
        return nothing(at(name, where), (number) => number);
      case "word":
        return names[at(name, where)];
      case "name":
        return nothing(at(name, where), (number) => names[number]);
      case "flag":
        return at(name, where) !== 0;
      case "counts":
        return counted(names, (k) => at(name, [...outer, k]));
      case "those":
        return names.filter((_, k) => at(name, [...outer, k]));
      case "repeated":
        return names.flatMap((label, k) => Array.from({ length: at(name, [...outer, k]) }, () => label));
    }
  }

  function show(node: Node, where: readonly number[]): unknown {
    if (node.given && !at(node.given, where)) return null;
    if (node.field) return leaf(node.field, where);
    if (node.each && node.axis !== undefined) {
      const { each, axis } = node;
      if (typeof axis === "number") {
        const size = node.length ? at(node.length, where) : axis;
        return Array.from({ length: size }, (_, k) => show(each, [...where, k]));
      }
      const all = axis.map((key, k) => [key, show(each, [...where, k])] as const);
      return Object.fromEntries(node.sparse ? all.filter(([, there]) => filled(there)) : all);
    }
    const all = Object.entries(node.keys ?? {}).map(([key, child]) => [key, show(child, where)] as const);
    return Object.fromEntries(node.sparse ? all.filter(([, there]) => there !== null) : all);
  }

  return show(tree, []) as Record<string, unknown>;
}

function length(axis: number | readonly string[]): number {
  return typeof axis === "number" ? axis : axis.length;
}

function nothing<T>(number: number, is: (number: number) => T): T | null {
  return number === NONE ? null : is(number);
}

function filled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
