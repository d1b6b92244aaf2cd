/** Bidding by order: up to a sum, the least raise each time, and then no more. */
import { find, type ChoiceInfo, type Plan, type PlanOffer, type StandingOrder, type View } from "../board";
import type { MarracashTable } from "./view";

function bids(choices: readonly ChoiceInfo[]): ChoiceInfo[] {
  const amount = ({ args }: ChoiceInfo) => Number(args["amount"]);
  return choices.filter(({ verb }) => verb === "bid").sort((a, b) => amount(a) - amount(b));
}

function upTo(amount: number, shop: string): StandingOrder {
  return {
    says: { name: "marracash-order", args: { amount } },
    holds: ({ table }: View<MarracashTable>) => table.auction?.shop === shop,
    answer: (choices) => {
      const [least] = bids(choices);
      return least && Number(least.args["amount"]) <= amount ? least : find(choices, "pass");
    },
  };
}

/** What one can bid up to; the least bid is made at once. */
export function plans(choices: readonly ChoiceInfo[], { table }: View<MarracashTable>): PlanOffer[] {
  const [least, ...more] = bids(choices);
  const shop = table.auction?.shop;
  if (!least || !shop) return [];
  const plan = ({ args }: ChoiceInfo): { number: number; plan: Plan } => {
    const number = Number(args["amount"]);
    return { number, plan: { ...least, order: upTo(number, shop) } };
  };
  return more.length ? [{ text: "marracash-up-to", plans: more.map(plan) }] : [];
}
