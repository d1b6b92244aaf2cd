import { describe, expect, test } from "vitest";

import { inside, isSaid, know, ofAll, ofSeat, sentence, type Part } from "../src/games/any/parts";
import { declaredBy } from "../src/games/board";
import type { Declared } from "../src/lib/packed";
import { settings } from "../src/lib/settings.svelte";
import { words } from "../src/lib/words.svelte";
import { GAMES, fixture } from "./fixture";

/** All parts of a table, those of the seats after those in the middle. */
function parts(game: string, table: Record<string, unknown>, seats: number): Part[] {
  return [...ofAll(game, table), ...Array.from({ length: seats }, (_, seat) => ofSeat(game, table, seat)).flat()];
}

describe.each(GAMES)("%s", (game, { matches }) => {
  test("the board for any game leaves nothing out that is declared of a view", async () => {
    const declared = (await declaredBy(game)) as Declared;
    know(declared);
    await words.enter(game);
    settings.set({ language: "fr" });
    for (const { states } of matches) {
      const { view, table } = states[0]!;
      const shown = parts(game, (view as { table: Record<string, unknown> }).table, table.seats.length);
      const { tree } = declared.view;
      const keys = Object.entries(tree.keys ?? {}).flatMap(([key, node]) =>
        node.length === "seats" ? Object.keys(node.each?.keys ?? { [key]: node }) : [key],
      );
      expect(new Set(shown.map((part) => part.key))).toEqual(new Set(keys));
      for (const part of shown) {
        if (part.node.keys) expect(inside(part.node, part.value)).toHaveLength(Object.keys(part.node.keys).length);
        if (isSaid(game, part) && part.value !== null) expect(sentence(part, fixture.players)).toBeTruthy();
      }
    }
  });
});
