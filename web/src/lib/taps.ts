/** Quick touches: what is touched while one's own decision is on its way is kept, and touched when it can be. */

/** Touches a thing, if it can be touched now. */
export type Touched = (event: MouseEvent) => boolean;

/** Milliseconds after which nobody expects a touch to count any more. */
const STALE = 2500;

export class Taps {
  #kept: { touch: Touched; at: number }[] = [];

  keep(touch: Touched): void {
    this.#kept.push({ touch, at: Date.now() });
  }

  /** Makes the next touch; one that leads nowhere ends them all, for those after it built on it. */
  next(): void {
    const tap = this.#kept.shift();
    if (!tap) return;
    if (Date.now() - tap.at > STALE || !tap.touch(new MouseEvent("click"))) this.drop();
  }

  drop(): void {
    this.#kept = [];
  }
}
