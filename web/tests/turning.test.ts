import { expect, test } from "vitest";

import { turningPoints } from "../src/lib/turning";

const at = (number: number, seat: number, chance: number) => ({ number, seat, chance });

test("a match turned where somebody's chances changed most", () => {
  const chances = [at(0, 0, 0.5), at(4, 0, 0.45), at(8, 0, 0.8), at(12, 0, 0.82), at(20, 0, 1)];
  expect(turningPoints(chances, 20)).toEqual([{ seat: 0, from: 4, to: 8, before: 0.45, after: 0.8 }]);
});

test("what one gained and another lost at the same time is told once, and how it ended is not told", () => {
  const chances = [
    ...[at(0, 0, 0.5), at(5, 0, 0.9), at(10, 0, 0.6), at(20, 0, 0)],
    ...[at(1, 1, 0.5), at(6, 1, 0.15), at(11, 1, 0.3), at(20, 1, 1)],
  ];
  const told = turningPoints(chances, 20).map(({ seat, from }) => [seat, from]);
  expect(told).toEqual([
    [0, 0],
    [0, 5],
  ]);
});

test("there are three at most, and none in a match that went its way", () => {
  const swings = Array.from({ length: 8 }, (_, k) => at(k, 0, k % 2 ? 0.8 : 0.2 + k / 100));
  expect(turningPoints(swings, 20).map(({ from }) => from)).toEqual([0, 1, 2]);
  expect(turningPoints([at(0, 0, 0.5), at(3, 0, 0.55), at(6, 0, 0.6)], 9)).toEqual([]);
  expect(turningPoints([], 0)).toEqual([]);
});
