/** The matches of this browser, as a list that changes with them. */
import type { Listed } from "../lib/mine.svelte";
import { allKept, forget, onNews, type Kept } from "./keeping";

class Here {
  #all: readonly Kept[] = $state.raw([]);
  #begun = false;

  /** Matches that go on, and that somebody of this device plays in. */
  under: readonly Listed[] = $derived(this.#all.filter(({ table }) => table.status === "running").map(listed));
  over: readonly Listed[] = $derived(this.#all.filter(({ table }) => table.status === "finished").map(listed));

  /** Begins to look, once. */
  begin(): void {
    if (this.#begun || !("indexedDB" in globalThis)) return;
    this.#begun = true;
    onNews(() => void this.#look());
    void this.#look();
  }

  async #look(): Promise<void> {
    this.#all = await allKept().catch(() => []); // a browser may keep nothing for a page
  }

  async forget(id: string): Promise<void> {
    await forget(id);
    await this.#look();
  }
}

function listed({ table, mine, asked, rank }: Kept): Listed {
  return {
    table,
    mine,
    my_turn: asked.length > 0,
    since: table.waiting_since === null ? null : table.waiting_since * 1000,
    due: null,
    invite: "",
    again: null,
    rank,
  };
}

export const here = new Here();
