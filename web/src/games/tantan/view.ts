/** What a seat sees of Tan-Tan, put to use on the board. */
import type { SentenceInfo } from "../../lib/messages";
import { capital, say } from "../../lib/words.svelte";
import type { Journey, View } from "../board";
import type { TantanTable } from "./declared";

export type { TantanTable };

export type Counts = Record<string, number>;

export type TantanView = View<TantanTable>;

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

/** What a card is and does. */
export function note(card: string, { points, worth, merchant }: TantanTable["numbers"]): string {
  const good = card in points;
  const args = { points: points[card], worth: worth[card] };
  return `${capital(say(card))}\n${good ? say("tantan-note-good", args) : say(`tantan-note-${card}`, { merchant })}`;
}

/** What is printed on a card: its points, and what it is worth in the purse. */
export function printed(
  card: string,
  { points, worth }: TantanTable["numbers"],
): { value: number | null; coins: number | null } {
  return { value: points[card] ?? null, coins: worth[card] ?? null };
}

/** What travels where. */
export function journeys(event: SentenceInfo, before: TantanView): Journey[] {
  const { seat, card, cards, rival, slot } = event.args as {
    seat: number;
    card: string;
    cards: Counts;
    rival: number;
    slot: number;
  };
  const tent = `tent-${seat}`;
  switch (event.name) {
    case "took":
      return [{ from: `stall-${slot}`, to: tent }];
    case "packed":
      return [{ from: seat === before.seat ? `hand-${card}` : tent, to: "caravan" }];
    case "purse_moved":
      return [{ from: "purse", to: "caravan" }];
    case "lot":
      return Object.keys(cards).map((name) => ({ from: `lot-${name}`, to: tent }));
    case "stole":
      return [{ from: `tent-${rival}`, to: tent }];
    case "mice":
      return [{ from: "lot-mouse", to: tent }];
    default:
      return [];
  }
}
