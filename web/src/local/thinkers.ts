/** Workers that search, as many as the device has processors to spare; each thinks about one thing at a time. */
import type { SearchResult } from "./bots";
import { Caller } from "./calls";
import type { EngineParts } from "./engines";

/** What is to be thought about: a position as a seat knows it. */
export interface Question {
  edition: Uint8Array;
  concealed: Uint8Array;
  seat: number;
  /** An action that is to be looked at closely. */
  favoured?: number;
}

type Method = "search" | "searchWith" | "begin" | "grow";

/** A worker, and the games it has learnt. */
export class Thinker {
  readonly #caller = new Caller(new Worker(new URL("./thinker.ts", import.meta.url), { type: "module" }));
  readonly #games = new Set<string>();

  async ask(parts: EngineParts, method: Method, ...args: unknown[]): Promise<SearchResult> {
    const { game } = parts.description;
    if (!this.#games.has(game)) await this.#caller.ask("learn", parts);
    this.#games.add(game);
    return this.#caller.ask<SearchResult>(method, game, ...args);
  }
}

export class Thinkers {
  readonly #most = Math.max(1, navigator.hardwareConcurrency - 1);
  #count = 0;
  readonly #idle: Thinker[] = [];
  readonly #waiting: ((thinker: Thinker) => void)[] = [];

  /** Searches for so many seconds, as soon as a worker is free. */
  search(parts: EngineParts, question: Question, seconds: number): Promise<SearchResult> {
    return this.#ask(parts, "search", question, seconds);
  }

  /** Searches with so many iterations: what is found for a seed is the same everywhere. */
  searchWith(parts: EngineParts, question: Question, seed: Uint8Array, iterations: number): Promise<SearchResult> {
    return this.#ask(parts, "searchWith", question, seed, iterations);
  }

  async #ask(parts: EngineParts, method: Method, ...args: unknown[]): Promise<SearchResult> {
    const thinker = await this.#take();
    try {
      return await thinker.ask(parts, method, ...args);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(thinker);
      else this.#idle.push(thinker);
    }
  }

  #take(): Promise<Thinker> {
    const idle = this.#idle.pop();
    if (idle) return Promise.resolve(idle);
    if (this.#count >= this.#most) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#count += 1;
    return Promise.resolve(new Thinker());
  }
}
