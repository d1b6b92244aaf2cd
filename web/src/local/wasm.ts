/** The rules of a game as its engine in WebAssembly knows them. */
import { Engine } from "../engine/engine";
import type { SentenceInfo } from "../lib/messages";
import { readLines, readPresentation, type Declared } from "../lib/packed";
import { NotDone } from "./calls";
import { fetchNetwork, type EngineParts } from "./engines";
import type { Lookout } from "./foresight";
import type { Network } from "./network";
import { SPECTATOR, type Options, type Presented, type Rules, type Standing } from "./rules";

/** How many worlds are drawn at most until one is taken. */
const TRIES = 32;

/** What descriptions mean that this page reads. */
const FORMAT = 1;

/** Raises if the page was built with other declarations than the engine: one was open while the other was replaced. */
export async function wasmRules(parts: EngineParts, declared: Declared): Promise<WasmRules> {
  const { format, key, sizes, phases } = parts.description;
  if (format !== FORMAT || sizes.view !== declared.view.size || String(phases) !== String(declared.phases))
    throw new NotDone("older_page", `engine ${key} of ${declared.game}: expected what the page was built with`);
  return new WasmRules(parts, await Engine.load(parts.wasm, parts.description), declared);
}

/** Before what is said in its compact form stands the length of the view. */
const LENGTH = 2;

export class WasmRules implements Rules {
  readonly version: number;
  readonly usual: Options;
  readonly levels: Rules["levels"];
  readonly bots: Rules["bots"];
  #network: Promise<Network | null> | null = null;

  /** The numbers of an edition: the standard one's, if no others are given. */
  constructor(
    readonly parts: EngineParts,
    private readonly engine: Engine,
    readonly declared: Declared,
    readonly edition: Uint8Array = engine.edition(),
  ) {
    const { rules_version, options, bots } = engine.description;
    this.version = rules_version;
    this.usual = Object.fromEntries(options.map((option) => [option.name, option.default]));
    this.bots = bots;
    this.levels = new Map(bots.levels.map((level) => [level.name, level]));
  }

  /** The same rules with the numbers of another edition. */
  withEdition(edition: Uint8Array): WasmRules {
    return new WasmRules(this.parts, this.engine, this.declared, edition);
  }

  deal(seats: number, options: Options, seed: Uint8Array): Uint8Array {
    return this.engine.deal(this.edition, seats, options, this.engine.newChance(seed));
  }

  step(state: Uint8Array, seat: number, action: number, seed: Uint8Array, number: number): Uint8Array {
    const chance = this.engine.newChance(seed);
    this.engine.enter(chance, number);
    return this.engine.step(this.edition, state, seat, action, chance);
  }

  actors(state: Uint8Array): number[] {
    const pending = this.engine.actors(this.edition, state);
    return Array.from({ length: this.#seats(state) }, (_, seat) => seat).filter((seat) => (pending >> seat) & 1);
  }

  legal(state: Uint8Array, seat: number): number[] {
    return this.engine.legal(this.edition, state, seat);
  }

  conceal(state: Uint8Array, seat: number): Uint8Array {
    return this.engine.conceal(this.edition, state, seat);
  }

  undoBarrier(state: Uint8Array): number {
    return this.engine.read(state, "undo_barrier");
  }

  phase(state: Uint8Array): string {
    return this.engine.description.phases[this.engine.read(state, "phase")] as string;
  }

  reason(state: Uint8Array): string {
    return this.engine.description.reasons[this.engine.read(state, "ended")] as string;
  }

  silence(phase: string): number | null {
    const { phases, silence } = this.engine.description;
    return silence[phases.indexOf(phase)] ?? null;
  }

  standings(state: Uint8Array): Standing[] {
    return this.engine.score(this.edition, state);
  }

  advise(state: Uint8Array, seat: number): Float32Array {
    return this.engine.advise(this.edition, state, seat);
  }

  /** What a bot that was taught decides; null if nothing was learned. */
  async taught(concealed: Uint8Array, seat: number): Promise<number | null> {
    this.#network ??= fetchNetwork(this.parts.description);
    this.#network.catch(() => (this.#network = null));
    const seen = this.engine.observe(this.edition, concealed, seat);
    return (await this.#network)?.favourite(seen, this.legal(concealed, seat)) ?? null;
  }

  present(before: Uint8Array | null, state: Uint8Array, viewer: number, aids: boolean): Presented {
    const shown = this.engine.present(this.edition, before, state, viewer, { aids });
    const { view, compact, phase, pending, publicPending, actions, lines } = shown;
    const seat = viewer === SPECTATOR ? null : viewer;
    const numbers = compact.subarray(LENGTH + view.length);
    const told = readPresentation(this.declared, view, numbers, seat, this.#seats(state));
    return { told, mark: JSON.stringify([phase, pending, publicPending, actions, [...lines], [...view]]) };
  }

  describe(state: Uint8Array, viewer: number, aids: boolean): SentenceInfo[] {
    return readLines(this.declared, this.engine.describe(this.edition, state, viewer, aids));
  }

  explain(state: Uint8Array, seat: number): SentenceInfo[] {
    return readLines(this.declared, this.engine.explain(this.edition, state, seat));
  }

  /** Looks ahead from a position as a seat knows it. */
  lookout(concealed: Uint8Array, seat: number, seed: Uint8Array): Lookout {
    const { engine, edition } = this;
    const chance = engine.newChance(seed);
    const dice = new Uint32Array(1);
    return {
      determinize: () => {
        // Worlds are taken in proportion to their weight, as a search does.
        let heaviest = 0;
        for (let tries = 1; ; tries++) {
          const { state, weight } = engine.determinize(edition, concealed, seat, chance);
          heaviest = Math.max(heaviest, weight);
          crypto.getRandomValues(dice);
          if (tries === TRIES || weight >= heaviest * ((dice[0] as number) / 2 ** 32)) return state;
        }
      },
      actors: (world) => this.actors(world),
      advised: (world, mover) => {
        const weights = engine.advise(edition, engine.conceal(edition, world, mover), mover);
        crypto.getRandomValues(dice);
        let rest = ((dice[0] as number) / 2 ** 32) * weights.reduce((sum, weight) => sum + weight, 0);
        const chosen = weights.findIndex((weight) => (rest -= weight) < 0);
        return chosen >= 0 ? chosen : (engine.legal(edition, world, mover)[0] as number);
      },
      step: (world, mover, action) => engine.step(edition, world, mover, action, chance),
      events: (before, after) => this.present(before, after, seat, false).told.events,
    };
  }

  #seats(state: Uint8Array): number {
    return this.engine.read(state, "seats");
  }
}
