import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { board, type ChoiceInfo, type StandingOrder } from "../src/games/board";
import { Automatic } from "../src/lib/automatic";
import type { StateInfo } from "../src/lib/messages";
import { settings } from "../src/lib/settings.svelte";
import { Table } from "../src/lib/table.svelte";
import { fixture } from "./fixture";

const LONG = 2000;
const states = fixture.games["samarkand"]!.matches.flatMap(({ states }) => states);
const walking = states.find(({ question, phase, undo }) => question && phase === "turn" && !undo)!;
const [only] = walking.question!.choices as ChoiceInfo[];

/** The same position with these choices, as another question. */
function asking(choices: readonly ChoiceInfo[], more: Partial<StateInfo> = {}): StateInfo {
  return {
    ...walking,
    type: "snapshot",
    events: [],
    question: { ...walking.question!, choices: [...choices] },
    ...more,
  };
}

describe("answers that the page gives", () => {
  const decided: number[] = [];
  let table: Table;
  let automatic: Automatic;
  let held = false;
  let end: (() => void) | undefined;

  async function show(state: StateInfo): Promise<void> {
    await table.receive(state);
    look();
  }
  /** As the page does whenever the table has changed. */
  function look(): void {
    end?.();
    end = automatic.look();
  }
  function wait(): void {
    look();
    vi.advanceTimersByTime(LONG);
    look();
  }

  beforeAll(() => board("samarkand"), 60_000);
  beforeEach(() => {
    vi.useFakeTimers();
    decided.length = 0;
    held = false;
    settings.own.forced = true;
    table = new Table({ decide: (_, action) => decided.push(action), undo: () => undefined });
    automatic = new Automatic(table, () => held);
  });
  afterEach(() => {
    end?.();
    vi.useRealTimers();
  });

  test("the only choice is shown for a moment, and made", async () => {
    await show(asking([only!]));
    expect(table.selected).toEqual(only);
    expect(decided).toEqual([]);
    wait();
    expect(decided).toEqual([only!.action]);
  });

  test("whoever cancels it decides for themselves", async () => {
    await show(asking([only!]));
    table.unselect();
    wait();
    await show(asking([only!]));
    wait();
    expect(decided).toEqual([]);
  });

  test("nothing is made for those who do not want it, are being shown something, or took it back", async () => {
    settings.own.forced = false;
    await show(asking([only!]));
    wait();
    settings.own.forced = true;
    held = true;
    await show(asking([only!]));
    wait();
    held = false;
    await show(asking([only!], { events: [{ name: "taken_back", args: {} }] }));
    wait();
    expect(decided).toEqual([]);
  });

  test("an order answers also while its person is being shown something", async () => {
    const choices = walking.question!.choices as ChoiceInfo[];
    const order: StandingOrder = { says: { name: "", args: {} }, holds: () => true, answer: () => choices[1] };
    held = true;
    await show(asking(choices));
    table.choose({ ...choices[0]!, order } as ChoiceInfo);
    await show(asking(choices, { question: { ...walking.question!, id: "another", choices } }));
    wait();
    expect(decided).toEqual([choices[0]!.action, choices[1]!.action]);
  });

  test("an order answers until it does not apply, or the person decides otherwise", async () => {
    const order: StandingOrder = {
      says: { name: "", args: {} },
      holds: ({ phase }) => phase === "turn",
      answer: (choices) => choices[1],
    };
    const choices = walking.question!.choices as ChoiceInfo[];
    expect(choices.length).toBeGreaterThan(1);
    await show(asking(choices));
    table.choose({ ...choices[0]!, order } as ChoiceInfo);
    look();
    expect(table.order).toBe(order);
    await show(asking(choices, { question: { ...walking.question!, id: "another", choices } }));
    wait();
    expect(decided).toEqual([choices[0]!.action, choices[1]!.action]);
    expect(table.order).toBe(order);
    await show(asking(choices, { question: { ...walking.question!, id: "a third", choices } }));
    table.choose(choices[0]!);
    wait();
    expect(decided.length).toBe(3);
    expect(table.order).toBeNull();
  });
});
