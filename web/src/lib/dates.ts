/** Dates and spans of time, as people say them. */
import { settings } from "./settings.svelte";
import { say } from "./words.svelte";

/** Seconds. */
export const DAY = 24 * 60 * 60;
const HOUR = 60 * 60;

/** A moment (milliseconds, as `Date.now()`): the time of day, with the day if that is another than now. */
export function moment(at: number, now = Date.now()): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  const form: Intl.DateTimeFormatOptions = sameDay
    ? { timeStyle: "short" }
    : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(settings.language, form).format(at);
}

/** A day. */
export function day(at: number): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: "medium" }).format(at);
}

/** A span of time in whole units: 45 seconds, 10 minutes, 3 days. */
export function span(seconds: number): string {
  if (seconds % DAY === 0) return say("clock-days", { days: seconds / DAY });
  if (seconds % HOUR === 0) return say("clock-hours", { hours: seconds / HOUR });
  return seconds % 60 === 0 && seconds > 60
    ? say("clock-minutes", { minutes: seconds / 60 })
    : say("clock-seconds", { seconds });
}
