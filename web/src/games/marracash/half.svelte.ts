/** A move half made: the fountain that was touched and still needs a way, and the gate that is to be filled first. */
import type { ChoiceInfo } from "../board";

class Half {
  fountain: string | null = $state(null);
  gate = $state(0);

  touch(fountain: string): void {
    this.fountain = this.fountain === fountain ? null : fountain;
  }

  drop(): void {
    this.fountain = null;
  }

  /** The fountain from which a way is chosen now. */
  from(choices: readonly ChoiceInfo[]): string | null {
    return this.fountain && movable(choices, this.fountain).length ? this.fountain : null;
  }

  /** The gate that is filled now: the first empty one, unless another was touched. */
  gateOf(choices: readonly ChoiceInfo[]): number {
    const open = gates(choices);
    return open.includes(this.gate) ? this.gate : (open[0] ?? 0);
  }
}

/** The ways out of a fountain. */
export function movable(choices: readonly ChoiceInfo[], fountain: string): ChoiceInfo[] {
  return choices.filter((c) => c.verb === "move" && c.args["fountain"] === fountain);
}

/** The gates that can be filled. */
export function gates(choices: readonly ChoiceInfo[]): number[] {
  return [...new Set(choices.filter((c) => c.verb === "bring").map((c) => Number(c.args["gate"])))];
}

export const half = new Half();
