import { beforeAll, describe, expect, test } from "vitest";

import { board, declaredBy, type ChoiceInfo } from "../src/games/board";
import type { StateInfo } from "../src/lib/messages";
import type { Declared } from "../src/lib/packed";
import { Table } from "../src/lib/table.svelte";
import { GAMES } from "./fixture";

/** A table that shows a state, and what was decided at it. */
async function showing(state: StateInfo): Promise<{ table: Table; decided: number[] }> {
  const decided: number[] = [];
  const table = new Table({ decide: (_, action) => decided.push(action), undo: () => undefined });
  await table.receive({ ...state, type: "snapshot" });
  return { table, decided };
}

describe.each(GAMES)("%s", (game, { matches }) => {
  const asked = matches.flatMap(({ states }) => states).filter(({ question }) => question);

  // A board has many parts, which take a while to be translated.
  beforeAll(() => board(game), 60_000);

  test("a touch decides at once where the game says so, and selects otherwise", async () => {
    const { verbs } = (await declaredBy(game)) as Declared;
    const atOnce = verbs.filter(({ one_touch }) => one_touch).map(({ verb }) => verb);
    expect(atOnce).not.toEqual([]);
    const seen = new Map<string, StateInfo>();
    for (const state of asked) {
      for (const { verb } of state.question!.choices) if (!seen.has(verb)) seen.set(verb, state);
    }
    for (const [verb, state] of seen) {
      const choice = state.question!.choices.find((c) => c.verb === verb) as ChoiceInfo;
      const { table, decided } = await showing(state);
      table.pick(choice);
      if (atOnce.includes(verb)) {
        expect(decided, verb).toEqual([choice.action]);
        continue;
      }
      expect(decided, verb).toEqual([]);
      expect(table.selected).toEqual(choice);
      table.pick(choice);
      expect(decided, verb).toEqual([choice.action]);
    }
  });

  test("in every phase there is a rule that matters most", async () => {
    for (const state of asked) {
      const { table } = await showing(state);
      expect(table.rule, state.phase!).toBeGreaterThan(0);
    }
  });
});
