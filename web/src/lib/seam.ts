/** What the things on a table need from it, without every board passing it on. */
import { getContext, setContext } from "svelte";

import type { ChoiceInfo } from "../games/board";
import type { Touched } from "./taps";

export interface Seam {
  readonly selected: ChoiceInfo | null;
  /** Decided, and on its way to the server. */
  readonly sent: ChoiceInfo | null;
  pick(choice: ChoiceInfo): void;
  /** What a choice does, in words. */
  label(choice: ChoiceInfo): string;
  /** Keeps a touch that came too early, until there is something to touch. */
  keep(touch: Touched): void;
}

const KEY = Symbol("seam");

export function provideSeam(seam: Seam): void {
  setContext(KEY, seam);
}

export function seam(): Seam {
  return getContext<Seam>(KEY);
}
