/** A ride by its destination: the forks on the way are answered by order. */
import type { ChoiceInfo, Plan, StandingOrder, View } from "../board";
import { placeArgs, type SamarkandTable } from "./view";

/** The spaces at which a ride can end that goes on from a space, along the tracks of the map. */
export function ends(table: SamarkandTable, from: string, steps: number): Set<string> {
  let there = new Set([from]);
  for (let k = 0; k < steps; k++)
    there = new Set([...there].flatMap((space) => table.spaces.find((seen) => seen.space === space)?.exits ?? []));
  return there;
}

/** The way at a fork that leads to a space. */
function wayTo(destination: string, choices: readonly ChoiceInfo[], table: SamarkandTable): ChoiceInfo | undefined {
  const leads = ({ args }: ChoiceInfo) => ends(table, String(args["space"]), table.steps - 1).has(destination);
  return choices.find((choice) => choice.verb === "go" && leads(choice));
}

function rideTo(destination: string): StandingOrder {
  return {
    says: { name: "samarkand-order", args: { space: destination } },
    holds: ({ phase }: View) => phase === "riding",
    answer: (choices, { table }: View<SamarkandTable>) => wayTo(destination, choices, table),
  };
}

/** The ride to each space that can be reached, by its name; empty while nobody rides through a fork. */
export function rides(choices: readonly ChoiceInfo[], { phase, table }: View<SamarkandTable>): Map<string, Plan> {
  const found = new Map<string, Plan>();
  if (phase !== "riding") return found;
  for (const seen of table.spaces) {
    const way = wayTo(seen.space, choices, table);
    const label = { name: "choice-ride-to", args: placeArgs(seen) };
    if (way) found.set(seen.space, { ...way, label, order: rideTo(seen.space) });
  }
  return found;
}
