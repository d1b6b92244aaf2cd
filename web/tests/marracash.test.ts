import { describe, expect, test } from "vitest";

import type { ChoiceInfo, SentenceInfo } from "../src/games/board";
import {
  colourOf,
  group,
  journeys,
  line,
  middles,
  paths,
  placeOf,
  singly,
  type MarracashTable,
  type MarracashView,
  type Spot,
} from "../src/games/marracash/view";
import { walk } from "../src/games/marracash/walk.svelte";
import { fixture } from "./fixture";

const board = [
  ["R1", "R1", "B1"],
  ["1", ".", "B1"],
  ["##", "2", "##"],
];
const led: SentenceInfo = {
  name: "led",
  args: {
    seat: 0,
    start: "1",
    way: "east",
    visitors: { red: 2, green: 1 },
    shops: ["R1"],
    cells: [3, 4, 7],
    doors: [1],
  },
};

describe("the town", () => {
  test("a thing stands in the middle of its cells", () => {
    expect(placeOf(board, "2")).toEqual({ x: 1.5, y: 2.5, wide: 1, high: 1 });
    expect(placeOf(board, "R1")).toEqual({ x: 1, y: 0.5, wide: 2, high: 1 });
    expect(placeOf(board, "B1")).toEqual({ x: 2.5, y: 1, wide: 1, high: 2 });
  });

  test("cells are counted along the rows, also where the town is narrower than those", () => {
    expect(middles({ columns: 3 }, [3, 4, 7])).toEqual([
      { x: 0.5, y: 1.5 },
      { x: 1.5, y: 1.5 },
      { x: 1.5, y: 2.5 },
    ]);
    expect(middles({ columns: 13 }, [14])).toEqual([{ x: 1.5, y: 1.5 }]);
  });

  test("a shop has the colour of its initial, and visitors stand one by one", () => {
    expect(["B3", "P1", "Y5"].map(colourOf)).toEqual(["blue", "purple", "yellow"]);
    expect(singly({ red: 2, blue: 1 })).toEqual(["red", "red", "blue"]);
  });

  test("the line outside is even, and does not reach into the town", () => {
    const spots = line(board, 5);
    expect(spots).toHaveLength(5);
    expect(spots.every(({ x, y }) => x < 0 || x > 3 || y > 3)).toBe(true);
  });

  test("a group is let in from its end of the line", () => {
    const bring = (end: string): ChoiceInfo => ({
      action: 0,
      verb: "bring",
      args: { gate: 1, end, size: 2 },
      label: { name: "", args: {} },
    });
    expect(group(bring("left"), 6)).toEqual([0, 1]);
    expect(group(bring("right"), 6)).toEqual([5, 4]);
    expect(group(null, 6)).toEqual([]);
  });
});

describe("a walk", () => {
  test("goes into a shop by its door, or on to the next fountain", () => {
    const [red, green] = paths(led, { board, columns: 3 });
    expect(red).toMatchObject({ colour: "red", number: 2 });
    expect(red!.path).toMatchObject([
      { x: 0.5, y: 1.5 },
      { x: 1.5, y: 1.5 },
      { x: 1, y: 0.5 },
    ]);
    expect(green!.path).toEqual(middles({ columns: 3 }, [3, 4, 7]));
  });

  test("leaves nobody at its fountain while it is shown", () => {
    const table = { board, columns: 3, fountains: { "1": { red: 2, green: 1 }, "2": { blue: 1 } } };
    const before = { seat: 0, table: table as unknown as MarracashTable } as MarracashView;
    expect(journeys(led, before)).toEqual([]);
    expect(walk.walkers(before)).toHaveLength(2);
    expect(walk.at(before, "1")).toEqual({});
    expect(walk.at(before, "2")).toEqual({ blue: 1 });
    const after = { ...before };
    expect(walk.walkers(after)).toEqual([]);
    expect(walk.at(after, "1")).toEqual({ red: 2, green: 1 });
  });

  test("goes in a match from cell to cell, past the doors of the shops that are entered", () => {
    const near = (a: Spot, b: Spot) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
    let [ways, doors] = [0, 0];
    for (const { states } of fixture.games["marracash"]!.matches) {
      states.forEach(({ view, question, events }) => {
        const table = view?.table as MarracashTable;
        const moves = (question?.choices ?? []).filter(({ verb }) => verb === "move").map(({ label }) => label);
        for (const told of [
          ...moves,
          ...events.filter(({ name }) => name === "moved" || name === "led"),
        ] as SentenceInfo[]) {
          const { start, arrival } = told.args as { start: string; arrival?: string };
          const cells = middles(table, told.args["cells"] as number[]);
          expect(near(cells[0]!, placeOf(table.board, start))).toBe(0);
          if (arrival) expect(near(cells.at(-1)!, placeOf(table.board, arrival))).toBe(0);
          for (let k = 1; k < cells.length; k++) expect(near(cells[k]!, cells[k - 1]!)).toBe(1);
          ways += 1;
          for (const [k, door] of ((told.args["doors"] ?? []) as number[]).entries()) {
            const shop = placeOf(table.board, (told.args["shops"] as string[])[k]!);
            expect(near(cells[door]!, shop)).toBeLessThanOrEqual(2);
            doors += 1;
          }
        }
      });
    }
    expect(ways).toBeGreaterThan(100);
    expect(doors).toBeGreaterThan(0);
  });
});
