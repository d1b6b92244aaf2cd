/** A search that goes by the clock, as `Searcher.think` in Python does. */
import type { Engine, Search } from "../engine/engine";
import type { SearchResult } from "./bots";
import { newSeed } from "./seed";
import type { Question } from "./thinkers";

/** Iterations of the first batch; the clock is looked at after it, and then about so often, in milliseconds. */
const BATCH = 32;
const LOOK = 8;

export function newSearch(engine: Engine, question: Question, seed = newSeed()): Search {
  const { edition, concealed, seat, favoured } = question;
  return engine.newSearch(edition, concealed, seat, {}, engine.newChance(seed), favoured);
}

/** Searches with so many iterations: what is found for a seed is the same everywhere. */
export function searchWith(engine: Engine, question: Question, seed: Uint8Array, iterations: number): SearchResult {
  const search = newSearch(engine, question, seed);
  try {
    search.run(iterations);
    return found(search);
  } finally {
    search.free();
  }
}

function found(search: Search): SearchResult {
  return { verdicts: search.result(), mixed: search.mixed, iterations: search.done };
}

/** Searches on for so long, for one batch at least; gives what has been found so far. */
export function growFor(search: Search, seconds: number): SearchResult {
  const end = performance.now() + 1000 * seconds;
  let batch = BATCH;
  let now = performance.now();
  do {
    search.run(batch);
    const before = now;
    now = performance.now();
    batch = Math.max(1, Math.round(batch * Math.min(2, LOOK / Math.max(0.1, now - before))));
  } while (now < end);
  return found(search);
}

/** Searches for so long, and no further. */
export function searchFor(engine: Engine, question: Question, seconds: number): SearchResult {
  const search = newSearch(engine, question);
  try {
    return growFor(search, seconds);
  } finally {
    search.free();
  }
}
