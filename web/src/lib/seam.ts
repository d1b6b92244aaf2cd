/** What the things on a table need from it, without every board passing it on. */
import { getContext, setContext } from "svelte";

import type { Choice } from "../games/board";

export interface Seam {
  readonly selected: Choice | null;
  pick(choice: Choice): void;
  /** What a choice does, in words. */
  label(choice: Choice): string;
}

const KEY = Symbol("seam");

export function provideSeam(seam: Seam): void {
  setContext(KEY, seam);
}

export function seam(): Seam {
  return getContext<Seam>(KEY);
}
