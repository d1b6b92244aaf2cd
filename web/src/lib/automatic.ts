/** Gives the answers of `orders.ts` at a table, each after a moment in which it is seen and can be cancelled. */
import { untrack } from "svelte";

import { automaticAnswer } from "./orders";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";

/** Milliseconds that an answer is seen before it is given, at normal speed, and at least. */
const MOMENT = 900;
const LEAST = 350;

export class Automatic {
  /** The question that an answer was begun for; whoever cancels it is not answered for again. */
  #begun: string | null = null;

  /** `held` says whether the person is being shown something, and nothing may be done for them but what they ordered. */
  constructor(
    private readonly table: Table,
    private readonly held: () => boolean,
  ) {}

  /** To be called whenever the table has changed; what it returns ends what it began. */
  look(): (() => void) | undefined {
    const { table } = this;
    const { view, choices, order, canUndo, state, sent } = table;
    if (table.past) return; // nothing is asked of whoever looks back
    if (order && !sent && ((view && !order.holds(view)) || isTakenBack(state?.events))) {
      table.order = null;
      return;
    }
    const question = state?.question?.id;
    if (!view || !choices.length || !question) return;
    const held = this.held();
    if (held && !order) return;
    const forced = settings.own.forced && !held && !isTakenBack(state.events) ? (table.game?.forced ?? []) : [];
    const answer = automaticAnswer({ choices, view, order, forced, canUndo });
    if (order && !answer) table.order = null; // it leaves this question to the person
    if (!answer) return;
    const isAgain = this.#begun === question;
    this.#begun = question;
    if (isAgain && untrack(() => table.selected?.action) !== answer.action) {
      table.order = null;
      return;
    }
    table.selected = answer;
    const timer = setTimeout(
      () => {
        if (table.selected === answer) table.choose(answer);
        else table.order = null;
      },
      Math.max(LEAST, MOMENT * settings.pace),
    );
    return () => clearTimeout(timer);
  }
}

function isTakenBack(events: readonly { name: string }[] | undefined): boolean {
  return !!events?.some(({ name }) => name === "taken_back");
}
