/** What a seat sees of Samarkand, put to use on the board. */
import { MediaQuery } from "svelte/reactivity";

import type { ChoiceInfo, SentenceInfo } from "../../lib/messages";
import { capital, say } from "../../lib/words.svelte";
import type { Journey, View } from "../board";
import type { SamarkandTable as Declared } from "./declared";

export type Counts = Record<string, number>;

type Seen = Declared["spaces"][number];
type With<Kind extends string, Keys extends keyof Seen> = Seen & { kind: Kind } & {
  [Key in Keys]-?: NonNullable<Seen[Key]>;
};
export type Camp = With<"camp", "room" | "cards">;
export type Oasis = With<"oasis", "one" | "many" | "price">;
export type City = With<"city", "city" | "markets">;
/** A space: what kind it is says what else it has. */
export type Space = Camp | Oasis | City;
export type Market = City["markets"][number];
export type SamarkandTable = Omit<Declared, "spaces"> & { spaces: Space[] };

export type SamarkandView = View<SamarkandTable>;

export const GOODS = ["grain", "fruit", "copper", "carpets", "camels", "gems"] as const;

/** Prices stand too close to be touched by a finger: what can be sold best is offered beside them. */
export const byFinger = new MediaQuery("(pointer: coarse) or (max-width: 899px) or (max-height: 560px)");
export const narrow = new MediaQuery("(max-width: 700px) or (max-height: 560px)");

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}

/** One entry for each card: `{ grain: 2 }` is grain and grain. */
export function singly(counts: Counts): { name: string; key: string }[] {
  return GOODS.flatMap((name) => Array.from({ length: counts[name] ?? 0 }, (_, k) => ({ name, key: `${name}-${k}` })));
}

/** Row and column of a space. */
export function at(space: string): { row: number; column: number } {
  return { row: space.charCodeAt(0) - 65, column: Number(space.slice(1)) - 1 };
}

export function cities(table: SamarkandTable): City[] {
  return table.spaces.filter((space) => space.kind === "city");
}

/** All numbers of cards that can be sold at once somewhere. */
export function sizes({
  smallest_sale,
  largest_sale,
}: Pick<SamarkandTable, "smallest_sale" | "largest_sale">): number[] {
  return Array.from({ length: largest_sale - smallest_sale + 1 }, (_, k) => smallest_sale + k);
}

/** What a market pays for a number of cards as it stands; nothing if it does not buy so few or so many. */
export function pays({ least, most, prices }: Market, cards: number): number | undefined {
  return cards < least || cards > most ? undefined : prices[cards - least];
}

/** The cards that a choice sells. */
export function sold({ verb, args }: ChoiceInfo): Counts {
  if (verb === "sell") return { [String(args["good"])]: Number(args["cards"]) };
  return Object.fromEntries(
    String(args["goods"])
      .split("+")
      .map((good) => [good, 1]),
  );
}

export function sales(choices: readonly ChoiceInfo[]): ChoiceInfo[] {
  return choices.filter((c) => c.verb === "sell" || c.verb === "assort");
}

/** The one sale of so many cards at a market; of several assortments none, for the cards have to be chosen. */
export function saleOf(sales: readonly ChoiceInfo[], { ware }: Market, number: number): Counts | undefined {
  const verb = ware === "assortment" ? "assort" : "sell";
  const found = sales
    .filter((c) => c.verb === verb && (verb === "assort" || c.args["good"] === ware))
    .map(sold)
    .filter((cards) => total(cards) === number);
  return found.length === 1 ? found[0] : undefined;
}

/** What a sale of so many cards would bring, in words. */
export function offerInWords(city: City, market: Market, number: number): string {
  const price = pays(market, number) ?? 0;
  return capital(say("samarkand-offer", { ware: `ware-${market.ware}`, city: city.city, number, price }));
}

export function same(a: Counts, b: Counts): boolean {
  return GOODS.every((good) => (a[good] ?? 0) === (b[good] ?? 0));
}

export function wareName(ware: string): string {
  return say(`ware-${ware}`);
}

/** What the game's sentences say of a space. */
export function placeArgs(seen: Space): Record<string, unknown> {
  const { space, kind } = seen;
  if (seen.kind === "camp") return { space, kind, room: seen.room, cards: seen.cards, number: total(seen.cards) };
  if (seen.kind === "oasis") return { space, kind, one: seen.one, many: seen.many, price: seen.price };
  const [first, second] = seen.markets;
  return {
    space,
    kind,
    city: seen.city,
    first: `ware-${first?.ware}`,
    second: `ware-${second?.ware}`,
    first_chip: Number(first?.covered),
    second_chip: Number(second?.covered),
  };
}

/** A space in words, as the game says it. */
export function placeName(seen: Space): string {
  return say("place", placeArgs(seen));
}

/** What a space is and does. */
export function placeNote(seen: Space, numbers: Counts): string {
  return `${capital(placeName(seen))}\n${say(`samarkand-note-${seen.kind}`, numbers)}`;
}

/** What travels where. */
export function journeys(event: SentenceInfo, before: SamarkandView): Journey[] {
  const { seat, space, good, give, take, cards, number, market } = event.args as {
    seat: number;
    space: string;
    good: string;
    give: string;
    take: string;
    cards: Counts;
    number: number;
    market: string;
  };
  const own = seat === before.seat;
  const held = (name: string) => (own ? `hand-${name}` : `cards-${seat}`);
  const hand = own ? "hand" : `cards-${seat}`;
  const purse = own ? "purse" : `purse-${seat}`;
  const here = `space-${space}`;
  const times = (count: number, journey: Journey): Journey[] =>
    Array.from({ length: Math.min(count, 8) }, () => journey);
  switch (event.name) {
    case "placed":
      return [{ from: own ? "own-pawn" : `tent-pawn-${seat}`, to: `space-${space}` }];
    case "walked":
    case "walked_on":
    case "rode":
    case "at_fork":
      return [{ from: `pawn-${seat}`, to: `space-${space}` }];
    case "gave":
      return [{ from: held(good), to: here }];
    case "swapped":
      return [
        { from: held(give), to: here },
        { from: `camp-${take}`, to: hand },
      ];
    case "bought":
    case "drew":
      return times(number, { from: "pile", to: hand });
    case "bought_out":
      return [{ from: here, to: hand }];
    case "stocked":
      return times(total(cards), { from: "pile", to: `space-${space}` });
    case "lost":
      return times(number, { from: hand, to: "pile" });
    case "sold":
      return [
        ...Object.keys(cards).map((name) => ({ from: held(name), to: here })),
        ...times(3, { from: "bank", to: purse }),
      ];
    case "covered":
      return [{ from: "chips", to: `market-${market}` }];
    case "uncovered":
      return [{ from: `market-${market}`, to: "chips" }];
    case "discarded":
      return [{ from: held(good), to: "pile" }];
    default:
      return [];
  }
}
