import { describe, expect, test } from "vitest";

import { board, declaredBy, type ChoiceInfo, type GuideStep } from "../src/games/board";
import { BEGINNING, decided, isForLater, read, shownStep } from "../src/lib/lesson";
import { clearestSpot } from "../src/lib/placing";
import { string } from "../src/lib/sound";
import { GAMES } from "./fixture";

const choice = (verb: string): ChoiceInfo => ({ action: 0, verb, args: {}, label: { name: verb, args: {} } });
const steps: GuideStep[] = [
  { anchor: "", text: "aim" },
  { anchor: "", text: "buy", verbs: ["take"] },
  { anchor: "", text: "load", verbs: ["load"] },
  { anchor: "", text: "end" },
];

describe("a first match", () => {
  test("begins with the aim, and asks for the move that can be made", () => {
    expect(shownStep(steps, BEGINNING, [choice("take")])).toBe(0);
    const begun = read(BEGINNING, 0);
    expect(shownStep(steps, begun, [choice("take")])).toBe(1);
    const bought = decided(steps, begun, 1, "take");
    expect(bought.done).toEqual([0, 1]);
    // The next step waits until there is something to load; meanwhile others are told.
    expect(shownStep(steps, bought, [choice("take")])).toBe(3);
    expect(shownStep(steps, bought, [choice("take"), choice("load")])).toBe(2);
  });

  test("shows nothing while others decide", () => {
    expect(shownStep(steps, BEGINNING, [])).toBeNull();
  });

  test("can be read through without a move", () => {
    let progress = BEGINNING;
    for (const at of [0, 1, 2, 3]) {
      expect(shownStep(steps, progress, [choice("take")])).toBe(at);
      progress = read(progress, at);
    }
    expect(shownStep(steps, progress, [choice("take")])).toBeNull();
  });

  test("asks for a move that can be made before one that cannot", () => {
    expect(shownStep(steps, read(BEGINNING, 0), [choice("load")])).toBe(2);
  });

  test("what was read ahead of its time comes again in its time", () => {
    const ahead = read(read(BEGINNING, 0), 1);
    expect(shownStep(steps, ahead, [choice("take")])).toBe(2);
    expect(isForLater(steps[2], [choice("take")])).toBe(true);
    expect(isForLater(steps[2], [choice("take"), choice("load")])).toBe(false);
    expect(isForLater(steps[0], [choice("take")])).toBe(false);
    const bought = decided(steps, ahead, 2, "take");
    expect(bought.done).toEqual([0, 1]);
    expect(shownStep(steps, bought, [choice("load")])).toBe(2);
    expect(decided(steps, bought, 2, "load").done).toEqual([0, 1, 2]);
  });

  test("what is only to be read outlasts a decision", () => {
    expect(decided(steps, BEGINNING, 0, "take").done).toEqual([]);
    expect(decided(steps, BEGINNING, null, "take").done).toEqual([]);
  });

  test.each(GAMES.map(([game]) => game))(
    "of %s: the aim, then moves that the game knows",
    async (game) => {
      const { guide } = await board(game);
      const verbs = (await declaredBy(game))!.verbs.map(({ verb }) => verb);
      expect(guide.length).toBeGreaterThanOrEqual(5);
      expect(guide.length).toBeLessThanOrEqual(8);
      expect(guide[0]!.verbs).toBeUndefined();
      expect(guide.filter((step) => step.verbs).length).toBeGreaterThanOrEqual(4);
      for (const step of guide) for (const verb of step.verbs ?? []) expect(verbs).toContain(verb);
    },
    60_000,
  );
});

describe("what floats over the page", () => {
  const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
  const size = { width: 200, height: 100 };
  const window = { width: 1000, height: 800 };

  test("lies above its thing", () => {
    expect(clearestSpot(box(400, 400, 600, 500), size, window, [])).toEqual({ left: 400, top: 290 });
  });

  test("gives way to what can be touched", () => {
    const spot = clearestSpot(box(400, 400, 600, 500), size, window, [box(0, 0, 1000, 395)]);
    expect(spot).toEqual({ left: 400, top: 510 });
  });

  test("stays inside the window", () => {
    const { left, top } = clearestSpot(box(0, 0, 20, 20), size, window, []);
    expect([left >= 8, top >= 8]).toEqual([true, true]);
  });
});

test("a plucked string dies away", () => {
  const samples = string(8000, 1);
  const power = (from: number, to: number) => samples.slice(from, to).reduce((sum, value) => sum + value * value, 0);
  expect(power(0, 800)).toBeGreaterThan(0);
  expect(power(7200, 8000)).toBeLessThan(power(0, 800) / 4);
});
