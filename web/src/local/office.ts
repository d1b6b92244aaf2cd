/** The worker in which matches of this browser are played: one for the page, begun when it is first needed. */
import type { Declared } from "../lib/packed";
import { HOME } from "../lib/router.svelte";
import { declarationsOf, Refused, SERVERLESS } from "../lib/wire";
import { Caller, NotDone } from "./calls";
import type { GrowingHint } from "./hints";
import { findKept, type Kept } from "./keeping";
import type { TableUpdate } from "./table";

/** What the worker tells of a table that somebody looks at. */
export type TableNews = TableUpdate & { id: string };

let caller: Caller | null = null;
const listeners = new Set<(news: TableNews) => void>();

function office(): Caller {
  if (!caller) {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    caller = new Caller(worker, (news: TableNews) => listeners.forEach((hear) => hear(news)));
    void caller.ask("begin", new URL(HOME, document.baseURI).href.split("#")[0], SERVERLESS);
  }
  return caller;
}

/** Asks the worker; what it refuses is refused as the server would. */
export async function askOffice<T>(method: string, ...args: unknown[]): Promise<T> {
  try {
    return await office().ask<T>(method, ...args);
  } catch (problem) {
    throw problem instanceof NotDone ? new Refused(problem.code, problem.message) : problem;
  }
}

/** A match that is kept here; where the browser keeps nothing, the worker may have it. */
export function findMatch(id: string): Promise<Kept | undefined> {
  return findKept(id).catch(() => askOffice<Kept | undefined>("kept", id).catch(() => undefined));
}

/** Has the worker think on about the hint that was asked for last. */
export const growHint = (number: number): Promise<GrowingHint> => askOffice("growHint", number);

/** Milliseconds between two looks at how far a review is. */
const LOOK = 250;

/** Waits for a review; tells meanwhile which share of it is done. */
export async function watchReview<T>(review: Promise<T>, watch: (share: number) => void): Promise<T> {
  const timer = setInterval(() => void askOffice<number>("reviewDone").then(watch), LOOK);
  try {
    return await review;
  } finally {
    clearInterval(timer);
  }
}

/** Hears what is told of tables; gives what to call when that is no longer wanted. */
export function hearOffice(hear: (news: TableNews) => void): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

const introduced = new Map<string, Promise<void>>();

/** Makes a game known to the worker, which reads what it is told by its declarations. */
export function introduceGame(game: string): Promise<void> {
  const known =
    introduced.get(game) ?? declarationsOf(game).then((declared: Declared) => askOffice("declare", declared));
  introduced.set(game, known);
  known.catch(() => introduced.delete(game));
  return known;
}
