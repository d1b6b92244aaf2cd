/**
 * What a choice leads to: worlds that its seat holds possible are played on by advice, as the playouts of a search are,
 * until the seat has had its next turn, and what the seat sees happen in them is counted.
 */
import type { SentenceInfo } from "../lib/messages";
import type { Foreseen } from "../lib/reasons";

/** Decisions after which a world is left: long matches have turns that take that many. */
const FURTHEST = 40;
/** Worlds in which something is told of what follows. */
const ENOUGH = 12;

/** What is asked of a game to look ahead in one world. */
export interface Lookout {
  /** A world that the seat holds possible. */
  determinize(): Uint8Array;
  actors(world: Uint8Array): number[];
  /** What the seat that is to decide does there. */
  advised(world: Uint8Array, seat: number): number;
  step(world: Uint8Array, seat: number, action: number): Uint8Array;
  /** What the seat that looks ahead sees of a step. */
  events(before: Uint8Array, after: Uint8Array): SentenceInfo[];
}

/** What happens after a choice and before the seat's next turn is over, once. */
function lookAhead(lookout: Lookout, seat: number, action: number): SentenceInfo[] {
  const seen: SentenceInfo[] = [];
  let world = lookout.step(lookout.determinize(), seat, action);
  /** The seat's turn now, that of the others, its next one. */
  let stage = 0;
  for (let decisions = 0; decisions < FURTHEST; decisions++) {
    const actors = lookout.actors(world);
    const [mover] = actors;
    if (mover === undefined) break;
    const isOwn = actors.includes(seat);
    if (isOwn === (stage === 1)) stage += 1;
    if (stage > 2) break;
    const next = lookout.step(world, mover, lookout.advised(world, mover));
    seen.push(...lookout.events(world, next));
    world = next;
  }
  return seen;
}

export class Foresight {
  readonly #worlds = new Map<number, SentenceInfo[][]>();

  constructor(
    private readonly lookout: Lookout,
    private readonly seat: number,
  ) {}

  /** Looks at some more worlds after each of these actions. */
  grow(actions: readonly number[], worlds: number): void {
    for (const action of actions) {
      const seen = this.#worlds.get(action) ?? [];
      this.#worlds.set(action, seen);
      for (let k = 0; k < worlds; k++) seen.push(lookAhead(this.lookout, this.seat, action));
    }
  }

  /** In how many worlds which kinds of things followed an action, each with the one of its kind that did most often. */
  after(action: number): Foreseen[] {
    const worlds = this.#worlds.get(action) ?? [];
    if (worlds.length < ENOUGH) return [];
    const kinds = new Map<string, { worlds: Set<number>; alike: Map<string, Set<number>> }>();
    for (const [world, events] of worlds.entries()) {
      for (const event of events) {
        const kind = JSON.stringify([event.name, event.args["seat"]]);
        const told = kinds.get(kind) ?? { worlds: new Set(), alike: new Map<string, Set<number>>() };
        kinds.set(kind, told);
        told.worlds.add(world);
        const words = JSON.stringify(event);
        told.alike.set(words, (told.alike.get(words) ?? new Set()).add(world));
      }
    }
    return [...kinds.values()].map(({ worlds: all, alike }) => {
      const [words, same] = [...alike].reduce((most, one) => (one[1].size > most[1].size ? one : most));
      const event = JSON.parse(words) as SentenceInfo;
      return { event, share: all.size / worlds.length, same: same.size / worlds.length };
    });
  }
}
