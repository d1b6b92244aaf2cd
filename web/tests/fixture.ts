/** What Python says, made anew for every run: see `scripts/fixture.py`. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { StateInfo } from "../src/lib/messages";

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

export interface Fixture {
  players: string[];
  games: Record<
    string,
    {
      matches: { frames: string[]; states: StateInfo[] }[];
      sentences: { name: string; args: Record<string, unknown>; text: Record<"en" | "fr", string> }[];
    }
  >;
}

export const fixture = JSON.parse(
  execFileSync(process.env.PYTHON ?? path("../.venv/bin/python"), [path("scripts/fixture.py")], {
    encoding: "utf-8",
    maxBuffer: 2 ** 28,
  }),
) as Fixture;
export const GAMES = Object.entries(fixture.games);
