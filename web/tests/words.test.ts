import { describe, expect, test } from "vitest";

import { LANGUAGES, settings } from "../src/lib/settings.svelte";
import { say, words } from "../src/lib/words.svelte";
import { GAMES, fixture } from "./fixture";

describe.each(GAMES)("%s", (game, { sentences }) => {
  test.each(LANGUAGES)("every sentence is worded as in Python: %s", async (language) => {
    await words.enter(game);
    settings.set({ language });
    expect(sentences.length).toBeGreaterThan(20);
    for (const { name, args, text } of sentences) expect(say(name, args, fixture.players)).toBe(text[language]);
  });
});
