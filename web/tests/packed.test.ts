import { describe, expect, test } from "vitest";

import { declaredBy } from "../src/games/board";
import { Reader, choice, type Declared } from "../src/lib/packed";
import { GAMES } from "./fixture";

function bytes(frame: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(frame, "base64")).buffer;
}

describe.each(GAMES)("%s", (game, { matches }) => {
  test("packed frames are read as Python reads them", async () => {
    const declared = (await declaredBy(game)) as Declared;
    for (const { frames, states } of matches) {
      const reader = new Reader(declared);
      frames.forEach((frame, k) => expect(reader.read(bytes(frame))).toEqual(states[k]));
    }
  });

  test("a frame that follows one which was missed is not read", async () => {
    const reader = new Reader((await declaredBy(game)) as Declared);
    const { frames } = matches[0]!;
    expect(reader.read(bytes(frames[0]!))).not.toBeNull();
    expect(reader.read(bytes(frames[2]!))).toBeNull();
  });

  test("an action that there is not is no choice", async () => {
    const declared = (await declaredBy(game)) as Declared;
    expect(() => choice(declared, 1e6, 0, 3)).toThrow(`${game}: action 1000000`);
  });
});
