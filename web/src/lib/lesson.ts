/**
 * A first match that teaches by moves: which step is shown at which decision. Steps to be read are put away by hand;
 * those about a move appear when that move can be made, and are done with the decision that is made then.
 */
import type { ChoiceInfo, GuideStep } from "../games/board";

export interface Progress {
  /** Steps that are done, by their place. */
  done: readonly number[];
  /** The reader turns the pages, and sees the next step whether its move can be made or not. */
  reading: boolean;
}

export const BEGINNING: Progress = { done: [], reading: true };

/** The place of the step to show now; null if there is none yet. */
export function shownStep(
  steps: readonly GuideStep[],
  { done, reading }: Progress,
  choices: readonly ChoiceInfo[],
): number | null {
  if (!choices.length) return null;
  const asks = ({ verbs }: GuideStep) => choices.some(({ verb }) => verbs?.includes(verb));
  const left = steps.flatMap((step, at) => (done.includes(at) ? [] : [{ step, at }]));
  const open = left.find(({ step }) => !step.verbs || asks(step));
  const [next] = left;
  if (!reading || next === open) return open?.at ?? null;
  // A reader who turns to a move that cannot be made yet is shown one that can be, rather.
  return (left.find(({ step }) => asks(step)) ?? next)?.at ?? null;
}

/** The reader has read a step. */
export function read({ done }: Progress, at: number): Progress {
  return { done: [...done, at], reading: true };
}

/**
 * The reader has decided something while a step was shown: if it was the move that the step is about, the step is done;
 * one that was read ahead of its time comes again in its time.
 */
export function decided(steps: readonly GuideStep[], { done }: Progress, at: number | null, verb: string): Progress {
  return { done: at !== null && steps[at]?.verbs?.includes(verb) ? [...done, at] : done, reading: false };
}

/** Whether a step is about a move that cannot be made yet. */
export function isForLater(step: GuideStep | undefined, choices: readonly ChoiceInfo[]): boolean {
  return !!step?.verbs && !choices.some(({ verb }) => step.verbs?.includes(verb));
}
