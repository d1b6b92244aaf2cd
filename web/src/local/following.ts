/** Looking at a hint while it grows. It is thought about for as long as somebody asks for more of it, and no longer. */
import type { HearAdvice } from "../lib/source";
import type { GrowingHint } from "./hints";

/** Hears of a hint again and again, until it grows no further or is not wanted any more. */
export async function followHint(
  begin: () => Promise<GrowingHint>,
  grow: (number: number) => Promise<GrowingHint>,
  hear: HearAdvice,
  wanted: AbortSignal,
): Promise<void> {
  let found = await begin();
  while (!wanted.aborted) {
    hear(found.advice);
    if (found.done) return;
    found = await grow(found.number);
  }
}
