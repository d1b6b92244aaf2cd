/** What whoever runs the house tells everybody: heard at a table at once, elsewhere asked for now and then. */
import type { NoticeInfo } from "./messages";
import { api } from "./wire";

const READ = "caravanserai notice";
/** Milliseconds between two questions. */
const ASKED = 30_000;
const SECOND = 1000;

class Notices {
  #last: NoticeInfo | null = $state.raw(null);
  #read: string | null = $state(lastRead());
  #now = $state(Date.now());

  /** The notice, if it has not been read. */
  shown = $derived(
    this.#last && this.#last.id !== this.#read && this.#last.until * SECOND > this.#now ? this.#last : null,
  );
  /** Minutes until the house is closed for a moment; null if it will not be. */
  minutes = $derived.by(() => {
    const at = this.#last?.restart_at;
    return at === null || at === undefined ? null : Math.max(0, Math.ceil((at * SECOND - this.#now) / 60_000));
  });

  /** Asks while anybody looks; gives what ends that. */
  begin(): () => void {
    const ask = () => {
      this.#now = Date.now();
      if (!document.hidden)
        void api.notice().then(
          (notice) => (this.#last = notice),
          () => undefined,
        );
    };
    ask();
    const timer = setInterval(ask, ASKED);
    return () => clearInterval(timer);
  }

  hear(notice: NoticeInfo): void {
    this.#now = Date.now();
    this.#last = notice.id ? notice : null;
  }

  read(): void {
    this.#read = this.#last?.id ?? null;
    try {
      if (this.#read) sessionStorage.setItem(READ, this.#read);
    } catch {
      // nowhere to keep it: it is shown again when the page is loaded anew
    }
  }
}

function lastRead(): string | null {
  try {
    return sessionStorage.getItem(READ);
  } catch {
    return null;
  }
}

export const notices = new Notices();
