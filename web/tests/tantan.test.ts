import { describe, expect, test } from "vitest";

import type { SentenceInfo } from "../src/games/board";
import { shares } from "../src/games/tantan/view";

const told = (name: string, args: SentenceInfo["args"] = {}): SentenceInfo => ({ name, args });
const round = [
  told("caravan_full", { seat: 1 }),
  told("lot", { seat: 1, cards: { spices: 2 } }),
  told("lot", { seat: 0, cards: { thief: 1 } }),
  told("stole", { seat: 0, rival: 1, card: "jewels" }),
  told("mice", { seat: 0, number: 1 }),
  told("fed", { seat: 0, card: "jewels" }),
  told("nothing", { seat: 2 }),
  told("turn", { seat: 2 }),
];

describe("what a share-out gave", () => {
  test("is told in the order in which it was given, with what a mouse spoiled and who got nothing", () => {
    expect(shares(round, 3)).toEqual([
      { seat: 1, cards: { spices: 2 }, lost: {} },
      { seat: 0, cards: { thief: 1, jewels: 1 }, lost: { jewels: 1 } },
      { seat: 2, cards: {}, lost: {} },
    ]);
  });

  test("is told while it is given, and until everybody has played since", () => {
    expect(shares(round.slice(0, 2), 3)).toHaveLength(1);
    const turns = [0, 1].map((seat) => told("turn", { seat }));
    expect(shares([...round, ...turns], 3)).toHaveLength(3);
    expect(shares([...round, ...turns, told("turn", { seat: 2 })], 3)).toEqual([]);
    expect(shares([told("turn", { seat: 0 })], 3)).toEqual([]);
  });

  test("is that of the last one", () => {
    const again = [told("caravan_full", { seat: 0 }), told("lot", { seat: 0, cards: { lamp: 1 } })];
    expect(shares([...round, ...again], 3)).toEqual([{ seat: 0, cards: { lamp: 1 }, lost: {} }]);
  });
});
