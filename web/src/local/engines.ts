/** The engine of a game: a WebAssembly module and its description, fetched when a game is first played; and what a bot has
 *  learned, when one that was taught first plays. */
import type { Description } from "../engine/engine";
import { Network } from "./network";

/** What an engine is made from; another worker can make its own of it. */
export interface EngineParts {
  wasm: ArrayBuffer;
  description: Description;
}

let home = "";

/** Says where the page lives. */
export function setBase(base: string): void {
  home = base;
}

async function fetched(path: string): Promise<Response> {
  const answer = await fetch(new URL(`engine/${path}`, home));
  if (!answer.ok) throw new Error(`engine/${path}: ${answer.status}`);
  return answer;
}

/** Fetches the engine of a game. */
export async function fetchEngine(game: string): Promise<EngineParts> {
  const keys = (await (await fetched("index.json")).json()) as Record<string, string>;
  const name = `${game}.${keys[game]}`;
  const [wasm, description] = await Promise.all([
    fetched(`${name}.wasm`).then((answer) => answer.arrayBuffer()),
    fetched(`${name}.json`).then((answer) => answer.json() as Promise<Description>),
  ]);
  return { wasm, description };
}

/** Fetches what was learned of a game; null if nothing was. */
export async function fetchNetwork({ game, key, bots: { network } }: Description): Promise<Network | null> {
  return network && new Network(await (await fetched(`${game}.${key}.network`)).arrayBuffer(), network);
}
