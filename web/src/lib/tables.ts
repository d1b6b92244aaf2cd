/** How a table is played, in words. */
import { span } from "./dates";
import { offer } from "./house.svelte";
import type { TableInfo } from "./messages";
import { capital, say } from "./words.svelte";

/** How much time there is. */
export function clocksOf({ clocks }: TableInfo): string {
  if (clocks.bank) return say("clock-bank-told", { span: span(clocks.bank), increment: clocks.increment ?? 0 });
  return clocks.turn ? say("clock-turn-told", { span: span(clocks.turn) }) : say("clock-none-told");
}

/** What is played otherwise than usual. */
export function optionsOf(table: TableInfo): string[] {
  const game = offer.game(table.game);
  const told = (game?.options ?? []).flatMap(({ name, text, default: usual, low, high }) => {
    const value = Number(table.options[name] ?? usual);
    if (value === usual) return [];
    if (low === 0 && high === 1) return [value ? capital(text) : say("option-off", { text: capital(text) })];
    return [say("option-value", { text: capital(text), value })];
  });
  if (table.options["memory_aids"]) told.push(say("memory-aids-told"));
  if (game && table.edition !== game.editions[0]) told.push(say("edition-told", { name: table.edition }));
  return told;
}

/** Who may come, and what they may do. */
export function mannersOf(table: TableInfo): string[] {
  return [
    say(table.public ? "table-public" : "table-private"),
    ...(table.bots_open ? [say("table-bots-open")] : []),
    ...(table.free_talk ? [say("table-free-talk")] : []),
  ];
}
