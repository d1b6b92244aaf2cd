/** What Python says, made anew for every run: see `prepare.ts`. */
import { readFileSync } from "node:fs";

import { inject } from "vitest";

import type { StateInfo } from "../src/lib/messages";

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

export const fixture = JSON.parse(readFileSync(inject("fixture"), "utf-8")) as Fixture;
export const GAMES = Object.entries(fixture.games);
