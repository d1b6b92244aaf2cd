/** What `games/tantan/table.py` shows a seat. */
import type { Told } from "../../lib/messages";
import { capital, say } from "../../lib/words.svelte";
import type { Journey, View } from "../board";

export type Counts = Record<string, number>;

export interface TantanTable {
  purse: string | null;
  money: number;
  market: { card: string | null; cost: number }[];
  pile: { left: number; top: string | null };
  caravan: { cards: Counts; places: number };
  turn: number;
  seats: { hand: Counts | null; hand_size: number; laid: Counts }[];
  hand_limit: number;
  loading: string | null;
  distribution: { starter: number; served: number; thefts: number } | null;
  discarded: Counts | null;
  /** Printed numbers, for texts. */
  numbers: { points: Counts; worth: Counts; merchant: number };
}

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

/** What travels where. */
export function journeys(event: Told, before: TantanView, after: TantanView): Journey[] {
  const { seat, card, cards, rival } = event.args as { seat: number; card: string; cards: Counts; rival: number };
  const tent = `tent-${seat}`;
  switch (event.name) {
    case "took": {
      const slot = before.table.market.findIndex((s, k) => s.card === card && after.table.market[k]?.card !== card);
      return [{ from: `stall-${slot}`, to: tent }];
    }
    case "packed":
      return [{ from: seat === before.seat ? `hand-${card}` : tent, to: "caravan" }];
    case "purse_moved":
      return [{ from: "purse", to: "caravan" }];
    case "lot":
      return Object.keys(cards).map((name) => ({ from: `lot-${name}`, to: tent }));
    case "stole":
      return [{ from: `tent-${rival}`, to: tent }];
    case "mice":
      return [{ from: "lot-mouse", to: `tent-${before.actors[0]}` }];
    default:
      return [];
  }
}
