/** Who one is in this browser, and how that changes. */
import type { BrowserOptions, Carry, CarryOffer, Done, Kept, Linked, Now, Person, RecoveryCode } from "./messages";
import { mine } from "./mine.svelte";
import { settings } from "./settings.svelte";
import { stored } from "./storage";
import { READ_TALK } from "./talk.svelte";
import { Refused, request } from "./wire";

/** Changes whenever this browser becomes somebody else: its other tabs must not go on as the old one. */
const WHO = "caravanserai who";
/** What is remembered of tables, which were the old one's. */
const OF_TABLES = ["caravanserai seen ", "caravanserai read ", READ_TALK];

export const person = {
  now: () => request<Now>("me/now"),
  linked: () => request<Linked>("me/linked"),
  kept: () => request<Kept>("me/kept"),
  link: () => request<Carry>("carry/new", {}),
  offer: (token: string) => request<CarryOffer>("carry/look", { token }),
  carry: (token: string, bring: boolean) => request<Person>("carry", { token, bring }),
  newCode: () => request<RecoveryCode>("me/recovery", {}),
  removeCode: () => request<Done>("me/recovery/remove", {}),
  recover: (code: string) => request<Carry>("recover", { code }),
  optionsToAdd: () => request<BrowserOptions>("passkeys/new", {}),
  addPasskey: (credential: unknown) => request<Linked>("passkeys", { credential }),
  removePasskey: (id: string) => request<Linked>("passkeys/remove", { id }),
  optionsToSignIn: () => request<BrowserOptions>("passkeys/ask", {}),
  usePasskey: (credential: unknown) => request<Carry>("passkeys/use", { credential }),
  signOut: () => request<Done>("me/out", {}),
  forget: (nickname: string) => request<Done>("me/forget", { nickname }),
};

/** Where all that is kept about one can be downloaded. */
export const KEPT_FILE = "api/me/kept";

class You {
  /** Whoever this browser was has left for good, and nobody has put that notice away yet. */
  signedOut = $state(false);
  #who = stored(WHO);

  constructor() {
    window.addEventListener("storage", (change) => change.key === WHO && this.#follow());
    addEventListener("pageshow", () => this.#follow());
    document.addEventListener("visibilitychange", () => this.#follow());
  }

  /** Asks the server: one may have another name since, or be gone, by way of another device. */
  async look(): Promise<string | null> {
    try {
      const { nickname, departed } = await person.now();
      if (nickname !== null && nickname !== settings.own.nickname) settings.set({ nickname });
      if (departed) {
        this.become("");
        this.signedOut = true;
      }
      return nickname;
    } catch (problem) {
      if (problem instanceof Refused) return null; // it will be said where something is asked for
      throw problem;
    }
  }

  /** This browser is somebody else from here on, or nobody. */
  become(nickname: string): void {
    settings.set({ nickname });
    mine.forget();
    try {
      for (const key of Object.keys(localStorage)) {
        if (OF_TABLES.some((start) => key.startsWith(start))) localStorage.removeItem(key);
      }
      this.#who = String(Date.now() + Math.random());
      localStorage.setItem(WHO, this.#who);
    } catch {
      // nowhere to keep it: other tabs find out when they are loaded anew
    }
  }

  /** Another tab has become somebody else: so does this one. */
  #follow(): void {
    if (!document.hidden && stored(WHO) !== this.#who) location.reload();
  }
}

export const you = new You();

/** A moment as the language writes it. */
export function moment(seconds: number): string {
  const form = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(settings.language, form).format(seconds * 1000);
}
