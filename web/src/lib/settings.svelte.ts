/** What a person has set for this device. Language and theme follow the browser until they are chosen. */

import conventions from "../../../src/caravanserai/words/words.json";

export type Language = keyof typeof conventions.languages;
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = conventions.languages;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];
export type Theme = "light" | "dark";

export const SPEEDS = { slow: 1.8, normal: 1, fast: 0.45, instant: 0 } as const;
export type Speed = keyof typeof SPEEDS;

interface Stored {
  language: Language | null;
  theme: Theme | null;
  speed: Speed;
  sound: boolean;
  /** Of sounds, between 0 and 1. */
  volume: number;
  /** What all can see to be the only choice is made. */
  forced: boolean;
  notify: boolean;
  text: boolean;
  /** Matches that need no server are played in this browser, which also thinks of hints. */
  here: boolean;
  /** The log stands beside the board where there is room. */
  dock: boolean;
  nickname: string;
  /** What the others are called who play at this device. */
  companions: string[];
  /** Games whose guided first match was seen or skipped. */
  guided: string[];
}

const KEY = "caravanserai";
const DEFAULTS: Stored = {
  language: null,
  theme: null,
  speed: "normal",
  sound: false,
  volume: 0.6,
  forced: true,
  notify: false,
  text: false,
  here: true,
  dock: true,
  nickname: "",
  companions: [],
  guided: [],
};

function stored(): Partial<Stored> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Stored>;
  } catch {
    return {}; // storage is forbidden, or holds something else: begin anew
  }
}

function browserLanguage(): Language {
  for (const wanted of navigator.languages) {
    const spoken = LANGUAGES.find((language) => wanted.startsWith(language));
    if (spoken) return spoken;
  }
  return LANGUAGES[0] as Language;
}

class Settings {
  own: Stored = $state({ ...DEFAULTS, ...stored() });
  #darkDevice = $state(matchMedia("(prefers-color-scheme: dark)").matches);
  still = $state(matchMedia("(prefers-reduced-motion: reduce)").matches);

  constructor() {
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (e) => (this.#darkDevice = e.matches));
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (e) => (this.still = e.matches));
  }

  get language(): Language {
    return this.own.language ?? browserLanguage();
  }

  get theme(): Theme {
    return this.own.theme ?? (this.#darkDevice ? "dark" : "light");
  }

  /** How long things take, as a factor; 0 shows only the end of each move. */
  get pace(): number {
    return SPEEDS[this.own.speed];
  }

  set(change: Partial<Stored>): void {
    Object.assign(this.own, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.own));
    } catch {
      // nowhere to keep it: it holds until the page is closed
    }
  }
}

export const settings = new Settings();
