/** How far the games are, which the server compiles at its first start: asked again until all can be played. */
import { offer } from "./house.svelte";
import { api } from "./wire";

const ASK = 700;

class Preparing {
  #shares: Record<string, number> | null = $state.raw(null);
  #asking = false;
  /** The game that somebody here waits for: it comes first. */
  #wanted: string | null = null;
  #told: (() => void)[] = [];

  /** How much of a game is there; at 1 it can be played. */
  share(game: string): number {
    return (this.#shares ?? offer.house?.prepared)?.[game] ?? 1;
  }

  /** Whether all games can be played. */
  get done(): boolean {
    return Object.values(this.#shares ?? offer.house?.prepared ?? {}).every((share) => share >= 1);
  }

  /** Asks how far the games are until they are there. */
  async watch(): Promise<void> {
    if (this.#asking || this.done) return;
    this.#asking = true;
    while (!this.done) {
      const { prepared } = await api.preparing(this.#wanted).catch(() => ({ prepared: null }));
      if (prepared) this.#shares = prepared;
      for (const tell of this.#told.splice(0)) tell();
      if (!this.done) await new Promise((resolve) => setTimeout(resolve, ASK));
    }
    this.#asking = false;
  }

  /** Somebody here is about to play a game; gives what to call when that is no longer so. */
  want(game: string): () => void {
    this.#wanted = game;
    void this.watch();
    return () => {
      if (this.#wanted === game) this.#wanted = null;
    };
  }

  /** Waits until a game can be played. */
  async ready(game: string): Promise<void> {
    this.want(game);
    while (this.share(game) < 1) await new Promise<void>((resolve) => this.#told.push(resolve));
  }
}

export const preparing = new Preparing();
