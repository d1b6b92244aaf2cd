/**
 * Words: turns what is told as data into sentences, in English or French, by the same conventions and from the same
 * Fluent files as `caravanserai.words` in Python. Texts of the page itself are in `../words/`, those that only a board
 * needs in `../games/<id>/words.*.ftl`.
 */
import { FluentBundle, FluentResource, type FluentVariable, type Message } from "@fluent/bundle";

import conventions from "../../../src/caravanserai/words/words.json";
import type { SentenceInfo } from "./messages";
import { LANGUAGES, settings, type Language } from "./settings.svelte";
import { broughtBy } from "./wire";

const COMMON = import.meta.glob<string>(["../../../src/caravanserai/words/words.*.ftl", "../words/ui.*.ftl"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const GAMES = import.meta.glob<string>(["../../../src/caravanserai/games/*/words.*.ftl", "../games/*/words.*.ftl"], {
  query: "?raw",
  import: "default",
});
/** Arguments that are the number of a seat, read as its player's name. */
const SEAT_ARGUMENTS = new Set(conventions.seats);
/** What is in words already, or a name that somebody chose. */
const SPOKEN_ARGUMENTS = new Set(conventions.spoken);

/** The texts that are spoken whatever the game, those of the page after those that Python speaks too. */
function common(language: Language): string[] {
  const paths = Object.keys(COMMON).sort();
  return paths.filter((path) => path.endsWith(`.${language}.ftl`)).map((path) => COMMON[path] as string);
}

class Words {
  /** The game whose words are spoken now; its own come before the common ones. */
  game: string | null = $state(null);
  #bundles = $state.raw(new Map<string, FluentBundle>());

  constructor() {
    for (const language of LANGUAGES) this.#bundles.set(language, bundle(language, common(language)));
  }

  /** Loads a game's words in both languages and speaks them from now on. */
  async enter(game: string): Promise<void> {
    const bundles = new Map(this.#bundles);
    for (const language of LANGUAGES) {
      if (bundles.has(`${language} ${game}`)) continue;
      const files = Object.entries(GAMES).filter(([path]) => path.includes(`/${game}/words.${language}.`));
      const texts = files.length ? await Promise.all(files.map(([, load]) => load())) : [await told(game, language)];
      bundles.set(`${language} ${game}`, bundle(language, [...common(language), ...texts]));
    }
    this.#bundles = bundles;
    this.game = game;
  }

  get bundle(): FluentBundle {
    const own = this.#bundles.get(`${settings.language} ${this.game}`);
    return own ?? (this.#bundles.get(settings.language) as FluentBundle);
  }
}

/** The words of a game that this page was built without. */
async function told(game: string, language: Language): Promise<string> {
  return (await broughtBy(game)).words[language] ?? "";
}

function bundle(language: Language, texts: string[]): FluentBundle {
  const made = new FluentBundle(language, { useIsolating: false });
  for (const text of texts) {
    const problem = made.addResource(new FluentResource(text), { allowOverrides: true })[0];
    if (problem) throw problem;
  }
  return made;
}

export const words = new Words();

export type Args = Record<string, unknown>;
type Pattern = NonNullable<Message["value"]>;

export function has(text: string): boolean {
  return words.bundle.hasMessage(text);
}

/** The text of that name; players are the names behind `seat` and `rival`. */
export function say(text: string, args: Args = {}, players: readonly string[] = []): string {
  const pattern = words.bundle.getMessage(text)?.value;
  if (pattern) return spoken(text, pattern, args, players);
  console.error(`${settings.language}: no text ${text}`);
  return text;
}

function spoken(text: string, pattern: Pattern, args: Args, players: readonly string[]): string {
  const resolved: Record<string, FluentVariable> = { number: 1 };
  for (const [key, value] of Object.entries(args)) {
    resolved[key] = argument(key, value, players);
    if (typeof value === "string" && !SPOKEN_ARGUMENTS.has(key)) Object.assign(resolved, forms(key, value));
  }
  const problems: Error[] = [];
  const said = words.bundle.formatPattern(pattern, resolved, problems);
  for (const problem of problems) console.error(`${settings.language}: ${text}: ${problem.message}`);
  return said;
}

/** A line or a label as a sentence. A game whose words could not be had is put into words by the server. */
export function sayLine(line: SentenceInfo, players: readonly string[]): string {
  return has(line.name) ? say(line.name, line.args, players) : (line.text ?? line.name);
}

/**
 * What happened, as a sentence. To whoever has the seat `you` it is told of them as “you”, if its text has a form for it:
 * the attribute `you` where they are its `seat`, `yours` where they are the `rival`.
 */
export function sayEvent(event: SentenceInfo, players: readonly string[], you: number | null = null): string {
  const line = { ...event, name: `event-${event.name}` };
  const isAbout = (key: string) => you !== null && [event.args[key]].flat().includes(you);
  const form = isAbout("seat") ? "you" : isAbout("rival") ? "yours" : null;
  const pattern = form && words.bundle.getMessage(line.name)?.attributes[form];
  if (!pattern) return sayLine(line, players);
  const names = players.map((name, seat) => (seat === you ? say("you") : name));
  return capital(spoken(`${line.name}.${form}`, pattern, event.args, names));
}

/** A sentence as it begins: with a capital. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(settings.language) + text.slice(1);
}

/** A number as the language writes it, with a true minus sign. */
export function figure(number: number, form: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(settings.language, form).format(number).replace("-", "−");
}

/** How long something lasts, in its largest unit: “5 minutes”. */
export function duration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return say("time-moment");
  const [unit, number] =
    minutes < 60 ? ["minute", minutes] : minutes < 1440 ? ["hour", minutes / 60] : ["day", minutes / 1440];
  return figure(Math.floor(number as number), { style: "unit", unit: unit as string, unitDisplay: "long" });
}

/** A share as a whole percentage. */
export function percent(share: number): string {
  return figure(share, { style: "percent", maximumFractionDigits: 0 });
}

/** So many of a thing, as in “3 × lanterns”. */
export function counted(thing: string, number: number): string {
  return say("counted", { number, thing: say(thing, { number }) });
}

export function enumerate(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? say("nothing");
  return say("enumeration-end", { head: items.slice(0, -1).join(", "), tail: items.at(-1) });
}

/** The other forms of a thing's name, for sentences: its attribute `some` is `$card-some` for a card. */
function forms(key: string, text: string): Record<string, string> {
  const attributes = Object.entries(words.bundle.getMessage(text)?.attributes ?? {});
  return Object.fromEntries(attributes.map(([form, said]) => [`${key}-${form}`, words.bundle.formatPattern(said)]));
}

function argument(key: string, value: unknown, players: readonly string[]): FluentVariable {
  if (typeof value === "number") {
    return SEAT_ARGUMENTS.has(key) ? (players[value] ?? say("seat", { number: value + 1 })) : value;
  }
  if (typeof value === "string") return has(value) && !SPOKEN_ARGUMENTS.has(key) ? say(value) : value;
  if (Array.isArray(value)) return enumerate(value.map((item) => String(argument(key, item, players))));
  if (value !== null && typeof value === "object") {
    const counts = Object.entries(value as Record<string, number>);
    return enumerate(counts.map(([thing, number]) => counted(thing, number)));
  }
  return String(value);
}
