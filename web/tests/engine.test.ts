/** The engine in WebAssembly by itself: a match from deal to end. That every bit of it is as natively is compared in
 * `tests/wasm`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, inject, test } from "vitest";

import { Engine, SPECTATOR, type Description } from "../src/engine/engine";
import { Memory } from "../src/engine/memory";

const folder = inject("engine");
const key = (JSON.parse(readFileSync(join(folder, "index.json"), "utf-8")) as Record<string, string>).tantan as string;
const file = (kind: string) => readFileSync(join(folder, `tantan.${key}.${kind}`));
const engine = await Engine.load(file("wasm"), JSON.parse(file("json").toString()) as Description);
const edition = engine.edition();
const seed = new Uint8Array(32).fill(7);

function firstPosition() {
  const chance = engine.newChance(seed);
  return { chance, state: engine.deal(edition, 3, {}, chance) };
}

test("the same seed deals the same position, and advances chance", () => {
  const { chance, state } = firstPosition();
  expect(firstPosition().state).toEqual(state);
  expect(chance).not.toEqual(engine.newChance(seed));
  expect(engine.read(state, "seats")).toBe(3);
  expect(engine.audit(edition, state)).toBe(0);
});

test("a match goes on to its end, and every seat has a rank", () => {
  const { chance, state: first } = firstPosition();
  let state = first;
  let decisions = 0;
  for (let pending = engine.actors(edition, state); pending; pending = engine.actors(edition, state)) {
    const seat = Math.log2(pending & -pending);
    const [action] = engine.legal(edition, state, seat);
    engine.enter(chance, ++decisions);
    const before = state;
    state = engine.step(edition, before, seat, action as number, chance);
    const told = engine.present(edition, before, state, SPECTATOR);
    expect(told.view.length).toBe(engine.description.sizes.view);
    expect(told.actions).toEqual([]);
  }
  expect(decisions).toBeGreaterThan(10);
  expect(engine.read(state, "ended")).toBeGreaterThan(0);
  expect(engine.score(edition, state).map(({ rank }) => rank)).toContain(1);
  expect(engine.explain(edition, state, 0).length).toBeGreaterThan(0);
});

test("what a seat is told follows what it was told before", () => {
  const { chance, state } = firstPosition();
  const seat = Math.log2(engine.actors(edition, state));
  const whole = engine.present(edition, null, state, seat);
  expect(whole.actions).toEqual(engine.legal(edition, state, seat));
  const after = engine.step(edition, state, seat, whole.actions[0] as number, chance);
  const change = engine.present(edition, state, after, seat, { base: whole.view });
  expect(change.events.length).toBeGreaterThan(0);
  expect(change.compact.length).toBeLessThan(engine.present(edition, state, after, seat).compact.length);
});

test("two searches at a time do not disturb each other, and a tree is used again", () => {
  const { chance, state } = firstPosition();
  const seat = Math.log2(engine.actors(edition, state));
  const known = engine.conceal(edition, state, seat);
  const begin = () => engine.newSearch(edition, known, seat, {}, chance);
  const [one, two] = [begin(), begin()];
  one.run(50);
  two.run(100);
  expect(one.run(50)).toBe(100);
  expect(one.result()).toEqual(two.result());
  one.free();
  expect(() => one.run(1)).toThrow("expected one that was not freed");
  const again = begin();
  again.run(100);
  expect(again.result()).toEqual(two.result());
  expect(again.result().reduce((sum, { visits }) => sum + visits, 0)).toBe(100);
});

test("what makes no sense is refused in a sentence", () => {
  const { chance, state } = firstPosition();
  expect(() => engine.deal(edition, 9, {}, chance)).toThrow("tantan: expected 2 to 4 seats, got 9");
  expect(() => engine.deal(edition, 2, { speed: 1 }, chance)).toThrow("option speed of tantan: expected no options");
  expect(() => engine.newChance(new Uint8Array(3))).toThrow("a seed of 3 bytes: expected 32");
  expect(() => engine.actors(edition, state.subarray(1))).toThrow("a position of");
  expect(() => engine.edition("gold")).toThrow("edition gold of tantan: expected one of standard");
});

test("room is never given twice, and the memory grows for it", () => {
  const memory = new Memory(new WebAssembly.Memory({ initial: 1 }), 100);
  const [first, second] = [memory.room(10), memory.room(200_000)];
  expect(first % 16).toBe(0);
  expect(second).toBeGreaterThanOrEqual(first + 10);
  memory.write(second, { at: 199_992, type: "float64" }, 0.1);
  expect(memory.read(second, { at: 199_992, type: "float64" })).toBe(0.1);
  memory.put(first, Uint8Array.of(255, 255));
  expect(memory.read(first, { at: 0, type: "int16" })).toBe(-1);
});
