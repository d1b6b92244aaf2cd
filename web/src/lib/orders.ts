/**
 * Answers that the page gives by itself: by a standing order ("bid up to", "let it fall to"), or because there is one
 * choice only. Each is an ordinary decision, made when it is asked for and not before; the order itself never leaves
 * this page. It knows no rule: games say what an order does with the choices that are open, and which of them may be
 * made for somebody without telling others what they cannot see.
 */
import type { ChoiceInfo, Plan, StandingOrder, View } from "../games/board";

export interface Asked {
  choices: readonly ChoiceInfo[];
  view: View;
  order: StandingOrder | null;
  /** Verbs that are chosen where there is nothing else. */
  forced: readonly string[];
  /** Whether something could still be taken back, which an answer might put an end to. */
  canUndo: boolean;
}

/** The answer to give without asking, if there is one. */
export function automaticAnswer({ choices, view, order, forced, canUndo }: Asked): ChoiceInfo | Plan | null {
  if (order) {
    const answer = order.holds(view) ? order.answer(choices, view) : undefined;
    if (answer) return { ...answer, order };
  }
  const [only] = choices;
  return only && choices.length === 1 && !canUndo && forced.includes(only.verb) ? only : null;
}
