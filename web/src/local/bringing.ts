/** Taking a match of this browser to the server: as a replay that others can open, or to go on with it there. */
import type { Created } from "../lib/messages";
import { introduce } from "../lib/house.svelte";
import { api, SERVERLESS } from "../lib/wire";
import { broughtAs } from "./dealing";
import type { Kept } from "./keeping";

/** Whether a match can be taken along: it was played here, and not only opened, and there is a server. */
export function mayBring({ mine }: Kept): boolean {
  return !SERVERLESS && mine.length > 0;
}

/** Takes a match to the server, which checks it; gives the table there. Nothing changes here. */
export async function bring(kept: Kept): Promise<Created> {
  await introduce();
  return api.bring(broughtAs(kept));
}
