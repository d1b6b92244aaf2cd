/** A search in the browser: the same tree that bots grow on the server, with the same numbers (`bots/search.py`). */
import type { Description, Place, SearchConfig } from "./description";
import type { Entries, Room } from "./engine";
import type { Memory } from "./memory";

const STUCK = -1;
const NOBODY = -1;

/** What a search thinks of one action: how often it was tried, its odds in a mixed policy, and the mean of its gain, of
 * winning, and of the margin over the best rival. */
export interface Verdict {
  action: number;
  visits: number;
  odds: number;
  gain: number;
  winChance: number;
  margin: number;
}

export interface Search {
  /** Whether a good player draws from the odds here rather than take what was tried most. */
  readonly mixed: boolean;
  /** Iterations done so far. */
  readonly done: number;
  /** So many iterations more; returns those done so far. */
  run(iterations: number): number;
  /** A verdict for each action that was tried, most tried first. */
  result(): Verdict[];
  /** Nothing more is wanted of it: its room goes to the next one. */
  free(): void;
}

/** Room for one tree. It is never given back to the browser, only used again. */
export interface Tree {
  edition: number;
  states: number;
  chance: number;
  nodes: number;
  edges: number;
  growth: number;
  gains: number;
  path: number;
  bluffs: number;
  config: number;
  epoch: number;
}

export function newTree(memory: Memory, about: Description): Tree {
  const { sizes, search } = about;
  const tree = {
    edition: memory.room(sizes.edition),
    states: memory.room(search.slots * sizes.position),
    chance: memory.room(sizes.chance),
    nodes: memory.room(search.nodes * search.node.size),
    edges: memory.room(search.edges * search.edge.size),
    growth: memory.room(search.growth.size),
    gains: memory.room(3 * 8 * about.seats[1]),
    path: memory.room(3 * 8 * search.deepest),
    bluffs: memory.room(about.phases.length),
    config: memory.room(8 * Object.keys(search.config).length),
    epoch: 0,
  };
  memory.put(tree.bluffs, Uint8Array.from(about.bluffs));
  return tree;
}

/** What a search begins from. `favoured` is an action that gets a third of the iterations, or -1. */
export interface Root {
  edition: Uint8Array;
  concealed: Uint8Array;
  seat: number;
  chance: Uint8Array;
  config: Partial<SearchConfig>;
  favoured: number;
  mixed: boolean;
}

export class GrowingSearch implements Search {
  readonly mixed: boolean;
  done = 0;
  #tree: Tree | null;

  constructor(
    private readonly memory: Memory,
    private readonly entries: Entries,
    private readonly room: Room,
    private readonly about: Description,
    tree: Tree,
    private readonly root: Root,
    private readonly release: (tree: Tree) => void,
  ) {
    this.#tree = tree;
    this.mixed = root.mixed;
    const { search, sizes } = about;
    tree.epoch += 1;
    memory.put(tree.edition, root.edition);
    memory.put(tree.states + search.root * sizes.position, root.concealed);
    memory.put(tree.chance, root.chance);
    memory.clear(tree.growth, search.growth.size);
    memory.write(tree.growth, place(search.growth.fields, "epoch"), tree.epoch);
    const config: SearchConfig = { ...search.config };
    for (const [name, value] of Object.entries(root.config)) {
      if (!(name in config)) throw new Error(`config ${name}: expected one of ${Object.keys(config).join(", ")}`);
      // No playout goes further than the game allows.
      if (value !== undefined) config[name] = name === "horizon" ? Math.min(value, config.horizon as number) : value;
    }
    Object.values(config).forEach((value, k) => memory.write(tree.config, { at: 8 * k, type: "float64" }, value));
  }

  run(iterations: number): number {
    const t = this.#used();
    const { choices, weights, scores } = this.room;
    const { seat, favoured } = this.root;
    // The positions are seen as records, as bytes and as words.
    const grown = this.entries.grow(
      t.edition, t.states, t.states, t.states, t.chance, choices, weights, scores, t.nodes, t.edges, t.growth, t.gains,
      t.path, t.bluffs, t.config, seat, favoured ?? NOBODY, iterations,
    ); // prettier-ignore
    if (grown === STUCK) {
      throw new Error(`${this.about.game}: in a determinization a seat must decide and nothing is possible`);
    }
    this.done += iterations;
    return this.done;
  }

  result(): Verdict[] {
    const t = this.#used();
    if (!this.done) return [];
    const { node, edge, growth } = this.about.search;
    const root = t.nodes + node.size * this.memory.read(t.growth, place(growth.fields, "root"));
    const [first, open] = ["first", "open"].map((name) => this.memory.read(root, place(node.fields, name)));
    const edges = Array.from({ length: open as number }, (_, k) => t.edges + edge.size * ((first as number) + k));
    const read = (at: number, name: string) => this.memory.read(at, place(edge.fields, name));
    const policy = edges.reduce((sum, at) => sum + read(at, "policy"), 0) || 1;
    return edges
      .filter((at) => read(at, "visits") > 0)
      .map((at) => {
        const visits = read(at, "visits");
        const mean = (name: string) => read(at, name) / visits;
        return {
          action: read(at, "action"),
          visits,
          odds: read(at, "policy") / policy,
          gain: mean("value"),
          winChance: mean("win"),
          margin: mean("margin"),
        };
      })
      .sort((a, b) => b.visits - a.visits || b.gain - a.gain || a.action - b.action);
  }

  free(): void {
    if (this.#tree) this.release(this.#tree);
    this.#tree = null;
  }

  #used(): Tree {
    if (!this.#tree) throw new Error("the search is over: expected one that was not freed");
    return this.#tree;
  }
}

function place(fields: Readonly<Record<string, Place>>, name: string): Place {
  const found = fields[name];
  if (!found) throw new Error(`${name}: no such field; expected one of ${Object.keys(fields).join(", ")}`);
  return found;
}
