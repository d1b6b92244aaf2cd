import { describe, expect, test } from "vitest";

import { half } from "../src/games/samarkand/half.svelte";
import {
  at,
  cities,
  journeys,
  pays,
  sales,
  same,
  singly,
  sizes,
  sold,
  total,
  type Counts,
  type Market,
  type SamarkandTable,
  type SamarkandView,
} from "../src/games/samarkand/view";
import type { ChoiceInfo } from "../src/games/board";
import { fixture } from "./fixture";

const open: Market = {
  market: "samarkand_1",
  ware: "grain",
  covered: false,
  prices: [10, 25, 45],
  least: 2,
  most: 4,
  fits: 3,
};
const covered: Market = { ...open, covered: true, least: 3 };

function choice(verb: string, args: ChoiceInfo["args"]): ChoiceInfo {
  return { action: 0, verb, args, label: { name: "", args: {} } };
}

describe("prices", () => {
  test("a market pays its prices from the fewest cards on", () => {
    expect([1, 2, 3, 4, 5].map((cards) => pays(open, cards))).toEqual([undefined, 10, 25, 45, undefined]);
  });

  test("where it begins with more cards, its last price is paid to nobody", () => {
    expect([2, 3, 4, 5].map((cards) => pays(covered, cards))).toEqual([undefined, 10, 25, undefined]);
  });

  test("the table of prices has a column for every size of a sale", () => {
    expect(sizes({ smallest_sale: 2, largest_sale: 5 })).toEqual([2, 3, 4, 5]);
  });

  test("they are what the choices of a match bring, and all that fits can be sold", () => {
    let seen = 0;
    for (const { states } of fixture.games["samarkand"]!.matches) {
      for (const { seat, view, question } of states) {
        const table = view?.table as SamarkandTable | undefined;
        const offered = sales((question?.choices ?? []) as ChoiceInfo[]);
        const here = table && seat !== null && table.seats[seat]?.space;
        const city = table && cities(table).find(({ space }) => space === here);
        if (!offered.length) continue;
        for (const market of city?.markets ?? []) {
          const verb = market.ware === "assortment" ? "assort" : "sell";
          const fitting = offered.filter(
            (c) => c.verb === verb && (verb === "assort" || c.args["good"] === market.ware),
          );
          for (const c of fitting) expect(pays(market, total(sold(c)))).toBe(c.label.args["price"]);
          expect(Math.max(0, ...fitting.map((c) => total(sold(c))))).toBe(market.fits);
          seen += fitting.length;
        }
      }
    }
    expect(seen).toBeGreaterThan(0);
  });
});

describe("sales", () => {
  test("some cards of one good, or one each of several", () => {
    expect(sold(choice("sell", { good: "gems", cards: 3 }))).toEqual({ gems: 3 });
    expect(sold(choice("assort", { goods: "grain+camels" }))).toEqual({ grain: 1, camels: 1 });
  });

  test("are found among the choices", () => {
    const [ride, sell, assort] = [choice("ride", {}), choice("sell", {}), choice("assort", {})];
    expect(sales([ride, sell, assort])).toEqual([sell, assort]);
  });

  test("what lies on the counter is the same whatever was laid first", () => {
    expect(same({ gems: 1, grain: 2 }, { grain: 2, gems: 1 })).toBe(true);
    expect(same({ gems: 1 }, { gems: 1, grain: 1 })).toBe(false);
  });

  test("cards are laid out as long as a sale has room for them, and then begin another", () => {
    const possible: Counts[] = [{ gems: 2 }, { gems: 1, grain: 1 }];
    half.drop();
    half.lay("gems", possible);
    half.lay("grain", possible);
    expect(half.basket).toEqual({ gems: 1, grain: 1 });
    half.lay("grain", possible);
    expect(half.basket).toEqual({ grain: 1 });
    half.take("grain");
    expect(total(half.basket)).toBe(0);
  });
});

describe("places", () => {
  test("a space has a row and a column", () => {
    expect(at("C4")).toEqual({ row: 2, column: 3 });
  });

  test("cards lie in the order of the goods, each on its own", () => {
    expect(singly({ gems: 1, grain: 2 }).map(({ key }) => key)).toEqual(["grain-0", "grain-1", "gems-0"]);
  });

  test("one's own cards come from one's hand, a rival's from its tent", () => {
    const before = { seat: 1 } as SamarkandView;
    const gave = (seat: number) => journeys({ name: "gave", args: { seat, good: "gems", space: "A1" } }, before);
    expect(gave(1)).toEqual([{ from: "hand-gems", to: "space-A1" }]);
    expect(gave(0)).toEqual([{ from: "cards-0", to: "space-A1" }]);
  });
});
