/** What a seat sees of Tan-Tan, put to use on the board. */
import type { SentenceInfo } from "../../lib/messages";
import { capital, counted, enumerate, say } from "../../lib/words.svelte";
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

/** What somebody got when a caravan was shared out. */
export interface Share {
  seat: number;
  cards: Counts;
  /** What mice spoiled. */
  lost: Counts;
}

function put(into: Counts, cards: Counts): void {
  for (const [card, number] of Object.entries(cards)) into[card] = (into[card] ?? 0) + number;
}

/** What the last share-out gave, in the order in which it was given, until everybody has played since. */
export function shares(story: readonly SentenceInfo[], seats: number): Share[] {
  const begun = story.findLastIndex(({ name }) => name === "caravan_full" || name === "caravan_last");
  const since = begun < 0 ? [] : story.slice(begun + 1);
  if (since.filter(({ name }) => name === "turn").length > seats) return [];
  const given = new Map<number, Share>();
  for (const { name, args } of since) {
    const seat = Number(args["seat"]);
    if (!["lot", "stole", "fed", "nothing"].includes(name)) continue;
    const share = given.get(seat) ?? { seat, cards: {}, lost: {} };
    given.set(seat, share);
    if (name === "lot") put(share.cards, args["cards"] as Counts);
    if (name === "stole") put(share.cards, { [String(args["card"])]: 1 });
    if (name === "fed") put(share.lost, { [String(args["card"])]: 1 });
  }
  return [...given.values()];
}

/** A share in words: what was got, or that nothing was left, and what a mouse spoiled. */
export function shareInWords({ cards, lost }: Share, name: string): string {
  const inWords = (counts: Counts) => enumerate(Object.entries(counts).map(([card, n]) => counted(card, n)));
  const got = total(cards)
    ? say("tantan-share", { name, cards: inWords(cards) })
    : say("tantan-share-nothing", { name });
  return total(lost)
    ? `${got}
${say("tantan-share-lost", { cards: inWords(lost) })}`
    : got;
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
