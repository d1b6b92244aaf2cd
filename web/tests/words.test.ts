import { describe, expect, test } from "vitest";

import { LANGUAGES, settings } from "../src/lib/settings.svelte";
import { say, sayEvent, words } from "../src/lib/words.svelte";
import { GAMES, fixture } from "./fixture";

describe.each(GAMES)("%s", (game, { sentences }) => {
  test.each(LANGUAGES)("every sentence is worded as in Python: %s", async (language) => {
    await words.enter(game);
    settings.set({ language });
    expect(sentences.length).toBeGreaterThan(20);
    for (const { name, args, text } of sentences) expect(say(name, args, fixture.players)).toBe(text[language]);
  });
});

describe("what happens to whoever reads it", () => {
  const players = ["Ann", "Bob", "Cleo"];
  const said = async (language: "en" | "fr", game: string, name: string, args: Record<string, unknown>) => {
    await words.enter(game);
    settings.set({ language });
    return [1, null].map((you) => sayEvent({ name, args, text: null }, players, you));
  };

  test("is told of them as “you”", async () => {
    const args = { seat: 1, card: "tea", cost: 2 };
    expect(await said("en", "samarkand", "left", args)).toEqual(["You leave it at that.", "Bob leaves it at that."]);
    expect(await said("fr", "samarkand", "left", args)).toEqual(["Vous en restez là.", "Bob en reste là."]);
    expect((await said("fr", "gobi", "turn", args))[0]).toBe("À vous.");
  });

  test("also when they are somebody’s rival, or one of several", async () => {
    const theft = { seat: 0, rival: 1, card: "jewels" };
    expect((await said("en", "tantan", "stole", theft))[0]).toMatch(/^Ann steals .* from you\.$/);
    expect((await said("fr", "tantan", "stole", theft))[0]).toMatch(/^Ann vous vole /);
    expect(await said("en", "gobi", "called", { seat: [1, 2], count: 2 })).toEqual([
      "You and Cleo call “Gobi!”.",
      "Bob and Cleo call “Gobi!”.",
    ]);
    expect((await said("fr", "gobi", "called", { seat: [0, 1], count: 2 }))[0]).toMatch(/^Ann et vous criez/);
  });

  test("and of others by their names", async () => {
    expect((await said("en", "tantan", "lot", { seat: 2, cards: { cloth: 1 } }))[0]).toMatch(/^Cleo takes /);
  });
});
