/** What a seat sees of Gobi, put to use on the board. */
import type { SentenceInfo } from "../../lib/messages";
import { capital, counted, enumerate, say } from "../../lib/words.svelte";
import type { Journey, View } from "../board";
import type { GobiTable } from "./declared";

export type Counts = Record<string, number>;

export type { GobiTable };
export type Pile = GobiTable["piles"][number];

export type GobiView = View<GobiTable>;

export const GOODS = ["rice", "tea", "jade", "gold", "silk"] as const;

/** One entry for each card: `{ tea: 2 }` is tea and tea. */
export function singly(counts: Counts): { name: string; key: string }[] {
  return Object.entries(counts).flatMap(([name, number]) =>
    Array.from({ length: number }, (_, k) => ({ name, key: `${name}-${k}` })),
  );
}

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}

/** “2 × tea and spy”. */
export function inWords(counts: Counts): string {
  return enumerate(Object.entries(counts).map(([name, number]) => counted(name, number)));
}

/** What a card is and does. */
export function note(name: string, numbers: Counts): string {
  const camel = (GOODS as readonly string[]).includes(name);
  return `${capital(say(name))}\n${say(camel ? "gobi-note-camel" : `gobi-note-${name}`, numbers)}`;
}

/** What travels where. */
export function journeys(event: SentenceInfo, before: GobiView): Journey[] {
  const { seat, card, cards, pile, other, number, from_hand } = event.args as {
    seat: number;
    card: string | null;
    cards: Counts;
    pile: number;
    other: number;
    number: number;
    from_hand?: boolean;
  };
  const own = seat === before.seat;
  const cardsOf = own ? "hand" : `cards-${seat}`;
  const caravan = own ? "caravan" : `tent-${seat}`;
  const held = (name: string | null) => (own && name ? `hand-${name}` : cardsOf);
  const drawn = (count: number): Journey[] => Array.from({ length: count }, () => ({ from: "deck", to: cardsOf }));
  switch (event.name) {
    case "drew":
    case "fetched":
      return drawn(number);
    case "refilled":
      return [{ from: own ? `camel-${card}` : cardsOf, to: "discards" }, ...drawn(number)];
    case "exchanged":
      return [...Object.keys(cards).map((name) => ({ from: held(name), to: "discards" })), ...drawn(number)];
    case "laid":
      return [{ from: held(card), to: `dune-${pile - 1}` }];
    case "lost":
      return [{ from: held(card), to: "discards" }];
    case "bet":
      return [{ from: held(card), to: `foot-${pile - 1}` }];
    case "peeked":
      return [{ from: held(card), to: `dune-${pile - 1}` }];
    case "traded":
      return [{ from: held("merchant"), to: `dune-${pile - 1}` }];
    case "storm":
      return [{ from: held("sandstorm"), to: `dune-${pile - 1}` }];
    case "bet_right":
      return [{ from: "shown", to: caravan }];
    case "bet_wrong":
      return [{ from: "shown", to: "discards" }];
    case "trimmed":
    case "forfeited":
      return [{ from: own && !from_hand ? `camel-${card}` : held(card), to: "discards" }];
    case "stole":
      return [{ from: `dune-${pile - 1}`, to: cardsOf }];
    case "accepted":
      return [{ from: "shown", to: caravan }];
    case "declined":
      return [{ from: "shown", to: "discards" }];
    case "swapped":
      return [
        { from: `dune-${pile - 1}`, to: `dune-${other - 1}` },
        { from: `dune-${other - 1}`, to: `dune-${pile - 1}` },
      ];
    case "base":
      return [{ from: "deck", to: `dune-${pile - 1}` }];
    default:
      return [];
  }
}
