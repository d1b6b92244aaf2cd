/** Matches of this browser, kept in IndexedDB: what each was dealt from, and all that was decided. A browser that keeps
 *  nothing for pages, on a site without a server, has them in the memory of the worker for as long as the page is open. */
import type { TableInfo } from "../lib/messages";
import type { Entry, MatchLog } from "./match";

/** A match as it is kept. All else follows from it. */
export interface Kept {
  id: string;
  /** Grows with every change: two tabs may have the same match open. */
  version: number;
  /** The version of the rules that it was dealt under: it cannot be played on under others. */
  rules: number;
  /** As all see it; the seed stands in it once the match is over. */
  table: TableInfo;
  seed: string;
  history: Entry[];
  /** The same as all can read it: it can be saved even if the page has other rules by now. */
  log: MatchLog;
  /** The seats of those who play at this device, and those of them that have to decide. */
  mine: number[];
  asked: number[];
  rank: number | null;
}

/** Another tab has written meanwhile, or the match was deleted. */
export class Overtaken extends Error {}

const DATABASE = "caravanserai";
const MATCHES = "matches";
const NEWS = "caravanserai matches";

let opened: Promise<IDBDatabase> | null = null;
let memory: Map<string, Kept> | null = null;

/** Whether the browser keeps anything for this page. */
export function keepsMatches(): Promise<boolean> {
  return database().then(
    () => true,
    () => false,
  );
}

/** Has matches be kept in memory from now on, if the browser keeps nothing. */
export async function keepInMemory(): Promise<void> {
  if (!(await keepsMatches())) memory ??= new Map();
}

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const wanted = indexedDB.open(DATABASE, 1);
    wanted.onupgradeneeded = () => wanted.result.createObjectStore(MATCHES, { keyPath: "id" });
    wanted.onsuccess = () => resolve(wanted.result);
    wanted.onerror = () => reject(wanted.error as Error);
  });
  opened.catch(() => (opened = null));
  return opened;
}

/** Does something with the matches in one transaction; what it gives is there once that is written. */
async function transact<T>(
  mode: IDBTransactionMode,
  work: (matches: IDBObjectStore, give: (value: T) => void) => void,
): Promise<T> {
  const transaction = (await database()).transaction(MATCHES, mode);
  return new Promise<T>((resolve, reject) => {
    let given: T;
    transaction.oncomplete = () => resolve(given);
    transaction.onabort = () => reject(transaction.error ?? new Overtaken());
    work(transaction.objectStore(MATCHES), (value) => (given = value));
  });
}

/** All matches, the latest first. */
export function allKept(): Promise<Kept[]> {
  return transact<Kept[]>("readonly", (matches, give) => {
    const found = matches.getAll() as IDBRequest<Kept[]>;
    found.onsuccess = () => give(found.result.sort((a, b) => b.table.created_at - a.table.created_at));
  });
}

export async function findKept(id: string): Promise<Kept | undefined> {
  if (memory) return memory.get(id);
  return transact<Kept | undefined>("readonly", (matches, give) => {
    const found = matches.get(id) as IDBRequest<Kept | undefined>;
    found.onsuccess = () => give(found.result);
  });
}

/** Writes a match, if nobody else has since the version before it. */
export async function keep(kept: Kept): Promise<void> {
  if (memory) return void memory.set(kept.id, kept);
  await transact<void>("readwrite", (matches) => {
    const found = matches.get(kept.id) as IDBRequest<Kept | undefined>;
    found.onsuccess = () => {
      if ((found.result?.version ?? 0) === kept.version - 1) matches.put(kept);
      else matches.transaction.abort();
    };
  });
  announce(kept.id);
}

export async function forget(id: string): Promise<void> {
  await transact<void>("readwrite", (matches) => void matches.delete(id));
  announce(id);
}

function announce(id: string): void {
  const channel = new BroadcastChannel(NEWS);
  channel.postMessage(id);
  channel.close();
}

/** Hears of matches that were changed, here or in another tab; gives what to call when that is no longer wanted. */
export function onNews(hear: (id: string) => void): () => void {
  const channel = new BroadcastChannel(NEWS);
  channel.onmessage = ({ data }: MessageEvent<string>) => hear(data);
  return () => channel.close();
}
