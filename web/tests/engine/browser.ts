/** Walks in a browser: a page that loads this is asked for `walked(errand)`. */
import type { Description } from "../../src/engine/engine";
import { run, type Errand } from "./walking";

async function walked(errand: Errand): Promise<unknown> {
  const wasm = await (await fetch(errand.module)).arrayBuffer();
  const description = (await (await fetch(errand.description)).json()) as Description;
  return run(wasm, description, errand);
}

Object.assign(globalThis, { walked });
