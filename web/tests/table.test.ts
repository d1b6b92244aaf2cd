import { beforeAll, describe, expect, test, vi } from "vitest";

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

  test("what happens while the story so far is on its way is in the log once", async () => {
    vi.stubGlobal("document", { hidden: true }); // nobody looks on, so nothing is shown slowly
    const [{ states }] = matches as [(typeof matches)[number]];
    const seat = states[0]!.seat;
    const [first, ...rest] = states.filter((state) => state.seat === seat) as [StateInfo, ...StateInfo[]];
    const { table } = await showing(first);
    const [before, told] = rest.filter(({ events }) => events.length) as [StateInfo, StateInfo];
    const story = [before.events, [...before.events, ...told.events]];
    let asked = 0;
    await table.recall(async () => {
      const answer = story[Math.min(asked++, 1)]!; // the first is older than what is heard before it comes
      if (asked === 1) await table.receive({ ...told, type: "update" });
      await vi.waitFor(() => expect(table.settled).toBe(true));
      return answer;
    });
    expect(asked).toBe(2);
    expect(table.log.map(({ event }) => event)).toEqual(story[1]);
  });

  test("a line of the log leads back to its moment, from the same seat only", async () => {
    vi.stubGlobal("document", { hidden: true }); // nobody looks on, so nothing is shown slowly
    const [{ states }] = matches as [(typeof matches)[number]];
    const seat = states[0]!.seat;
    const [first, ...rest] = states.filter((state) => state.seat === seat) as [StateInfo, ...StateInfo[]];
    const { table } = await showing(first);
    const told = rest.find(({ events }) => events.length)!;
    await table.receive({ ...told, type: "update" });
    await vi.waitFor(() => expect(table.settled).toBe(true));
    const line = table.log.at(-1)!;
    expect(line.moment).toEqual(told.view);
    const now = table.view;
    await table.receive({ ...told, type: "update", view: { ...told.view!, phase: "later" } });
    await vi.waitFor(() => expect(table.settled).toBe(true));
    table.lookBack(line);
    expect(table.view).toEqual(now);
    expect(table.choices).toEqual([]);
    table.lookBack(null);
    expect(table.view!.phase).toBe("later");
    await table.receive({ ...told, type: "snapshot", seat: seat === 0 ? 1 : 0 });
    expect(table.log.filter(({ moment }) => moment)).toEqual([]);
    table.lookBack(table.log[0]!);
    expect(table.past).toBe(null);
  });

  test("in every phase there is a rule that matters most", async () => {
    for (const state of asked) {
      const { table } = await showing(state);
      expect(table.rule, state.phase!).toBeGreaterThan(0);
    }
  });
});
