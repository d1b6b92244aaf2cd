/** What a seat sees of Le marché de Samarkand, put to use on the board. */
import type { SentenceInfo } from "../../lib/messages";
import { capital, counted, enumerate, say } from "../../lib/words.svelte";
import type { ChoiceInfo, Journey, View } from "../board";
import type { MarcheTable } from "./declared";

export type Counts = Record<string, number>;

export type { MarcheTable };
export type MarcheSeat = MarcheTable["seats"][number];

export type MarcheView = View<MarcheTable>;

/** Where something is on offer: at a seat's stall, the bank's, or the camel's post. */
export type Counter = number | "bank" | "camel";

/** Cards of the same value lie on each other. */
export function stacks(values: readonly number[]): { value: number; count: number }[] {
  return [...new Set(values)].map((value) => ({ value, count: values.filter((v) => v === value).length }));
}

export function load(bought: Record<string, number[]> | null): number {
  return Object.values(bought ?? {}).reduce((sum, values) => sum + values.length, 0);
}

/** Goods and their values in words, one good a line. */
export function inWords(goods: Record<string, number[]>): string {
  return Object.entries(goods)
    .map(([good, values]) => `${capital(say(good))} ${values.join(", ")}`)
    .join("\n");
}

export function camelsInWords(camels: Counts): string {
  const kinds = Object.entries(camels);
  return kinds.length
    ? enumerate(kinds.map(([kind, number]) => counted(`camel-${kind}`, number)))
    : say("marche-no-camels");
}

/** The counter an event is about. */
export function counterOf(event: SentenceInfo | null): Counter | null {
  const { kind, rival } = (event?.args ?? {}) as { kind?: string; rival?: number };
  return kind === "camel_card" ? "camel" : kind === "from_bank" ? "bank" : (rival ?? null);
}

/** Whether calling stop would only cost a fine. */
export function penniless(choice: ChoiceInfo | undefined): boolean {
  return choice?.label.name === "choice-penniless";
}

/** What travels where: goods from the counter to the buyer, coins to the seller, all the picked cards at once. */
export function journeys(event: SentenceInfo, before: MarcheView, after: MarcheView): Journey[] {
  const counter = counterOf(event);
  const { seat } = event.args as { seat: number };
  const till = typeof counter === "number" ? `tent-${counter}` : `stall-${counter}`;
  switch (event.name) {
    case "offered": {
      const first = after.table.seats.findIndex((s) => s.offer !== null);
      if (counter !== first) return [];
      const cards = after.table.seats.map((s, k) => ({
        from: k === before.seat ? `hand-${s.offer}` : `cards-${k}`,
        to: `stall-${k}`,
      }));
      return after.table.bank ? [...cards, { from: "bank-pile", to: "stall-bank" }] : cards;
    }
    case "bought":
      return [
        { from: `offer-${counter}`, to: `tent-${seat}` },
        { from: `coins-${seat}`, to: till },
      ];
    case "doyen_wins":
      return [{ from: `offer-${counter}`, to: `tent-${seat}` }];
    case "fined":
      return [{ from: `coins-${seat}`, to: "gong" }];
    case "unsold":
      return [{ from: `offer-${counter}`, to: "gong" }];
    case "camel_turned":
      return [{ from: "camel-pile", to: "stall-camel" }];
    default:
      return [];
  }
}
