/** What the things on a table need from it, without every board passing it on. */
import { getContext, setContext } from "svelte";

import type { ChoiceInfo } from "../games/board";

export interface Seam {
  readonly selected: ChoiceInfo | null;
  pick(choice: ChoiceInfo): void;
  /** What a choice does, in words. */
  label(choice: ChoiceInfo): string;
}

const KEY = Symbol("seam");

export function provideSeam(seam: Seam): void {
  setContext(KEY, seam);
}

export function seam(): Seam {
  return getContext<Seam>(KEY);
}
