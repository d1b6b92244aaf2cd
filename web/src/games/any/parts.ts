/** The parts of a view as its game declares them: what lies before each seat, and what lies in the middle. */
import type { Declared, Field, Node } from "../../lib/packed";
import { capital, has, say } from "../../lib/words.svelte";

/** Something in a view: its name, what was declared of it, and what is there now. */
export interface Part {
  key: string;
  node: Node;
  value: unknown;
}

const DECLARED = new Map<string, Declared>();

export function know(declared: Declared): void {
  DECLARED.set(declared.game, declared);
}

function tree(game: string): [string, Node][] {
  return Object.entries(DECLARED.get(game)?.view.tree.keys ?? {});
}

/** The field behind a place that is one. */
export function fieldOf(game: string, { field }: Node): Field | undefined {
  return field === undefined ? undefined : DECLARED.get(game)?.view.fields[field];
}

/** Rows that are as long as there are seats have a place for each of them. */
function isOfSeats({ axis, length }: Node): boolean {
  return typeof axis === "number" && length === "seats";
}

/** What is seen of a seat. */
export function ofSeat(game: string, table: Record<string, unknown>, seat: number): Part[] {
  return tree(game).flatMap(([key, node]) => {
    if (!isOfSeats(node) || !node.each) return [];
    const value = (table[key] as unknown[] | null)?.[seat];
    return node.each.keys ? inside(node.each, value) : [{ key, node: node.each, value }];
  });
}

/** What lies in the middle of the table. */
export function ofAll(game: string, table: Record<string, unknown>): Part[] {
  return tree(game).flatMap(([key, node]) => (isOfSeats(node) ? [] : [{ key, node, value: table[key] }]));
}

/** The parts of an object. */
export function inside({ keys = {} }: Node, value: unknown): Part[] {
  const values = (value ?? {}) as Record<string, unknown>;
  return Object.entries(keys).map(([key, node]) => ({ key, node, value: values[key] }));
}

/** Whether there is anything to show. */
export function isThere({ value }: Part): boolean {
  return value !== null && value !== undefined && value !== false;
}

/** Whether it is said in a few words, as numbers are, and not shown as things. */
export function isSaid(game: string, { node }: Part): boolean {
  return ["number", "maybe", "flag"].includes(fieldOf(game, node)?.kind ?? "");
}

/** What a part is called: by the game's own words, or else by its name. */
export function title(key: string): string {
  return has(`view-${key}`) ? say(`view-${key}`) : capital(key.replaceAll("_", " "));
}

/** A number or a switch in words; the text may say the number as such, or as the player of that seat. */
export function sentence({ key, value }: Part, names: readonly string[]): string {
  if (value === true) return title(key);
  return has(`view-${key}`) ? say(`view-${key}`, { number: value, seat: value }, names) : `${title(key)}: ${value}`;
}

/** A thing by its name, in words if there are any. */
export function thing(name: unknown): string {
  return has(String(name)) ? capital(say(String(name))) : String(name);
}
