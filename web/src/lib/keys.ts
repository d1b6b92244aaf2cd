/** The keyboard at the table: arrows walk through what can be touched, letters open drawers. */

/** What can be touched now, in the order of the page. */
export function touchable(root: ParentNode = document): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("[data-action], [data-confirm], [data-undo]")].filter(
    (element) => !element.closest("[inert]") && element.getClientRects().length > 0,
  );
}

/** Moves the focus to the next or the previous thing that can be touched. */
export function walk(by: 1 | -1): void {
  const things = touchable();
  if (!things.length) return;
  const now = things.indexOf(document.activeElement as HTMLElement);
  const next = now < 0 ? (by > 0 ? 0 : things.length - 1) : (now + by + things.length) % things.length;
  const thing = things[next];
  thing?.focus();
  thing?.scrollIntoView({ block: "nearest" });
}

export interface Bindings {
  undo(): void;
  escape(): void;
  drawer(name: "log" | "rules" | "hint" | "options"): void;
  text(): void;
  /** Does what the game has a key for; says whether there was something. */
  game(key: string): boolean;
}

const DRAWERS = { l: "log", r: "rules", h: "hint", o: "options" } as const;

/** Whether a key is meant for something else than the page: a shortcut of the browser, or a field that is written in. */
export function isMeantElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  return (event.target as HTMLElement).matches("input:not([type=checkbox]), select, textarea");
}

export function onKey(event: KeyboardEvent, bindings: Bindings): void {
  if (isMeantElsewhere(event)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "ArrowRight" || key === "ArrowDown") walk(1);
  else if (key === "ArrowLeft" || key === "ArrowUp") walk(-1);
  else if (key === "Escape") bindings.escape();
  else if (key === "u") bindings.undo();
  else if (key === "t") bindings.text();
  else if (bindings.game(key)) return event.preventDefault();
  else if (key in DRAWERS) bindings.drawer(DRAWERS[key as keyof typeof DRAWERS]);
  else return;
  event.preventDefault();
}
