import { describe, expect, test, vi } from "vitest";

import { board, type ChoiceInfo, type Plan, type StandingOrder, type View } from "../src/games/board";
import { plans as marchePlans } from "../src/games/marche/orders";
import { plans as marracashPlans } from "../src/games/marracash/orders";
import { ends, rides } from "../src/games/samarkand/orders";
import type { SamarkandTable } from "../src/games/samarkand/view";
import { automaticAnswer } from "../src/lib/orders";
import { Taps } from "../src/lib/taps";
import { GAMES } from "./fixture";

let actions = 0;
function choice(verb: string, args: ChoiceInfo["args"] = {}): ChoiceInfo {
  return { action: actions++, verb, args, label: { name: verb, args } };
}
function view<T>(phase: string, table: T): View<T> {
  return { game: "", seat: 0, phase, actors: [0], table };
}
const blank = view("turn", {});
const alone = { view: blank, order: null, forced: ["go"], canUndo: false };

describe("forced choices", () => {
  const go = choice("go");

  test("the only choice is made, if all can see that it is", () => {
    expect(automaticAnswer({ ...alone, choices: [go] })).toBe(go);
    expect(automaticAnswer({ ...alone, choices: [choice("give")] })).toBeNull();
  });

  test("where there are two, or something could still be taken back, the person decides", () => {
    expect(automaticAnswer({ ...alone, choices: [go, choice("ride")] })).toBeNull();
    expect(automaticAnswer({ ...alone, choices: [go], canUndo: true })).toBeNull();
  });

  test("none is a reaction in a window, a bluff or an answer given with others", async () => {
    const telling: Record<string, string[]> = {
      gobi: ["quiet", "call", "announce", "place", "discard", "draw", "drop"],
      marche: ["silence", "stop", "discard"],
      samarkand: ["give", "done", "swap", "sell", "assort", "discard"],
      tantan: ["take", "load", "confirm"],
    };
    for (const [game, verbs] of Object.entries(telling)) {
      const { forced } = await board(game);
      expect(
        forced?.filter((verb) => verbs.includes(verb)),
        game,
      ).toEqual([]);
    }
  }, 60_000);
});

describe("standing orders", () => {
  const order: StandingOrder = {
    says: { name: "", args: {} },
    holds: ({ phase }) => phase === "turn",
    answer: (choices) => choices.find(({ verb }) => verb === "ride"),
  };
  const [go, ride] = [choice("go"), choice("ride")];

  test("they answer as long as they hold, and go on", () => {
    expect(automaticAnswer({ ...alone, order, choices: [go, ride] })).toEqual({ ...ride, order });
    expect(automaticAnswer({ ...alone, order, choices: [go, ride], view: view("over", {}) })).toBeNull();
  });

  test("what they have no answer to is left to the person", () => {
    expect(automaticAnswer({ ...alone, order, choices: [go, choice("stay")] })).toBeNull();
  });
});

describe("marracash: bid up to", () => {
  const auction = (shop: string) => view("bidding", { auction: { shop, bid: 0, bidder: null, out: [] } }) as never;
  const bids = [150, 125, 175].map((amount) => choice("bid", { amount }));
  const pass = choice("pass");

  test("the least bid is made now, and each time, up to the sum; then it passes", () => {
    const [offer] = marracashPlans([...bids, pass], auction("R3"));
    expect(offer?.plans.map(({ number }) => number)).toEqual([150, 175]);
    const { plan } = offer!.plans[0]!;
    expect(plan.action).toBe(bids[1]!.action);
    expect(plan.order.answer(bids, auction("R3"))).toBe(bids[1]);
    expect(plan.order.answer([bids[2]!, pass], auction("R3"))).toBe(pass);
  });

  test("it ends with the auction", () => {
    const { order } = marracashPlans([...bids, pass], auction("R3"))[0]!.plans[0]!.plan;
    expect(order.holds(auction("R3"))).toBe(true);
    expect(order.holds(auction("G1"))).toBe(false);
    expect(order.holds(view("turn", { auction: null }))).toBe(false);
  });

  test("with nothing more to bid there is nothing to order", () => {
    expect(marracashPlans([bids[0]!, pass], auction("R3"))).toEqual([]);
    expect(marracashPlans([pass], view("turn", { auction: null }) as never)).toEqual([]);
  });
});

describe("marche: let it fall to", () => {
  const silence = choice("silence");
  const price = (number: number, camels_left = 9, round = 2) =>
    view("count", { price: number, round, camels_left }) as never;
  const to = (number: number): Plan =>
    marchePlans([silence], price(7))[0]!.plans.find((one) => one.number === number)!.plan;

  test("every lower price can be waited for", () => {
    expect(marchePlans([silence], price(4))[0]?.plans.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(marchePlans([silence], price(1))).toEqual([]);
    expect(marchePlans([], price(7))).toEqual([]);
  });

  test("silence is kept until the price is there", () => {
    expect(to(4).order.answer([choice("stop"), silence], price(5))).toBe(silence);
    expect([6, 5, 4].map((number) => to(4).order.holds(price(number)))).toEqual([true, true, false]);
  });

  test("another round or another camel is something new", () => {
    expect(to(4).order.holds(price(6, 9, 3))).toBe(false);
    expect(to(4).order.holds(price(6, 8))).toBe(false);
  });
});

describe("samarkand: rides", () => {
  const asked = GAMES.find(([game]) => game === "samarkand")![1]
    .matches.flatMap(({ states }) => states)
    .filter(({ question, phase }) => question && phase === "riding");

  test("each end that the tracks lead to is one ride, and its first way leads there", () => {
    expect(asked.length).toBeGreaterThan(0);
    for (const state of asked) {
      const seen = state.view as unknown as View<SamarkandTable>;
      const choices = state.question!.choices as ChoiceInfo[];
      const found = rides(choices, seen);
      const all = choices.flatMap(({ args }) => [...ends(seen.table, String(args["space"]), seen.table.steps - 1)]);
      expect([...found.keys()].sort()).toEqual([...new Set(all)].sort());
      for (const [space, plan] of found) {
        const way = plan.order.answer(choices, seen)!;
        expect(way.action).toBe(plan.action);
        expect(ends(seen.table, String(way.args["space"]), seen.table.steps - 1)).toContain(space);
        expect(plan.order.holds({ ...seen, phase: "camp" })).toBe(false);
      }
    }
  });

  test("whoever walks chooses the next space, as ever", () => {
    expect(rides([choice("go", { space: "A1" })], view("turn", { spaces: [], steps: 0 }) as never).size).toBe(0);
  });
});

describe("quick touches", () => {
  const event = () => vi.stubGlobal("MouseEvent", class {});

  test("are made one after the other, and end where one leads nowhere", () => {
    event();
    const taps = new Taps();
    const made: string[] = [];
    taps.keep(() => (made.push("one"), true));
    taps.keep(() => false);
    taps.keep(() => (made.push("three"), true));
    taps.next();
    taps.next();
    taps.next();
    expect(made).toEqual(["one"]);
  });

  test("are forgotten after a while", () => {
    event();
    vi.useFakeTimers();
    const taps = new Taps();
    const made: string[] = [];
    taps.keep(() => (made.push("late"), true));
    vi.advanceTimersByTime(5000);
    taps.next();
    vi.useRealTimers();
    expect(made).toEqual([]);
  });
});
