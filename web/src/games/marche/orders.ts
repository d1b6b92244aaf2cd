/** Silence by order: the price falls to a number before one is asked again. */
import { find, type ChoiceInfo, type Plan, type PlanOffer, type StandingOrder, type View } from "../board";
import type { MarcheTable } from "./view";

function fallTo(price: number, { round, camels_left }: MarcheTable): StandingOrder {
  return {
    says: { name: "marche-order", args: { price } },
    // A camel that is turned up meanwhile is something new to think about.
    holds: ({ table }: View<MarcheTable>) =>
      table.round === round && table.camels_left === camels_left && (table.price ?? 0) > price,
    answer: (choices) => find(choices, "silence"),
  };
}

/** Prices that one can let it fall to; what is silent now is decided at once. */
export function plans(choices: readonly ChoiceInfo[], { table }: View<MarcheTable>): PlanOffer[] {
  const silence = find(choices, "silence");
  if (!silence || !table.price || table.price < 2) return [];
  const plan = (number: number): { number: number; plan: Plan } => ({
    number,
    plan: { ...silence, order: fallTo(number, table) },
  });
  return [
    { text: "marche-fall-to", plans: Array.from({ length: table.price - 1 }, (_, k) => plan(table.price! - 1 - k)) },
  ];
}
