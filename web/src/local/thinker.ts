/// <reference lib="webworker" />
/** A worker that searches: it is given positions as a seat knows them. */
import { Engine, type Search } from "../engine/engine";
import { answer } from "./calls";
import type { EngineParts } from "./engines";
import { growFor, newSearch, searchFor, searchWith } from "./searching";
import type { Question } from "./thinkers";

const engines = new Map<string, Promise<Engine>>();
/** The search that goes on for as long as more of it is asked for. */
let growing: Search | null = null;

async function engineOf(game: string): Promise<Engine> {
  const engine = await engines.get(game);
  if (!engine) throw new Error(`game ${game}: expected one that was learnt`);
  return engine;
}

answer(self as unknown as DedicatedWorkerGlobalScope, {
  learn: ({ wasm, description }: EngineParts) => void engines.set(description.game, Engine.load(wasm, description)),

  search: async (game: string, question: Question, seconds: number) =>
    searchFor(await engineOf(game), question, seconds),

  searchWith: async (game: string, question: Question, seed: Uint8Array, iterations: number) =>
    searchWith(await engineOf(game), question, seed, iterations),

  /** Begins a search that can be gone on with, in the place of the one before. */
  async begin(game: string, question: Question, seconds: number) {
    const engine = await engineOf(game);
    growing?.free();
    growing = newSearch(engine, question);
    return growFor(growing, seconds);
  },

  grow(_game: string, seconds: number) {
    if (!growing) throw new Error("no search was begun: expected one");
    return growFor(growing, seconds);
  },
});
