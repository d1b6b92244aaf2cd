/** Motion: things travel from where they were to where they go. Everything here is still if the reader wants it so. */
import type { Attachment } from "svelte/attachments";
import { cubicInOut, cubicOut } from "svelte/easing";
import { flip as svelteFlip, type FlipParams } from "svelte/animate";

import { settings } from "./settings.svelte";

const TRAVEL = 320;

/** Milliseconds at the chosen speed; 0 for those who want no motion. */
export function pace(milliseconds: number): number {
  return settings.still ? 0 : milliseconds * settings.pace;
}

const places = new Map<string, Element>();

/** Names the place of an element, so that things can travel to and from it, and the guide can point at it. */
export function anchor(name: string | undefined): Attachment {
  return (element) => {
    if (!name) return;
    places.set(name, element);
    return () => {
      if (places.get(name) === element) places.delete(name);
    };
  };
}

export function place(name: string): Element | undefined {
  return places.get(name);
}

/** Something that travels: a copy of what stands at `from` flies to `to`; both are names of anchors. */
export interface Journey {
  from: string;
  to: string;
}

/** Lets copies fly, all at once; done when the last one has landed. */
export async function travel(journeys: readonly Journey[]): Promise<void> {
  const duration = pace(TRAVEL);
  if (!duration || document.hidden) return;
  await Promise.all(journeys.map((journey, k) => fly(journey, duration, k * 60 * settings.pace)));
}

async function fly({ from, to }: Journey, duration: number, delay: number): Promise<void> {
  const source = places.get(from);
  const target = places.get(to);
  if (!source || !target) return;
  const a = source.getBoundingClientRect();
  const b = target.getBoundingClientRect();
  if (!a.width || !b.width) return;
  const ghost = source.cloneNode(true) as HTMLElement;
  for (const element of [ghost, ...ghost.querySelectorAll<HTMLElement>("[id]")]) element.removeAttribute("id");
  for (const part of ghost.querySelectorAll("[data-stays]")) part.remove();
  ghost.inert = true;
  ghost.classList.add("ghost");
  Object.assign(ghost.style, {
    left: `${a.left}px`,
    top: `${a.top}px`,
    width: `${a.width}px`,
    height: `${a.height}px`,
  });
  // Sizes that come from the parts around it have to come along.
  ghost.style.setProperty("--card", getComputedStyle(source).getPropertyValue("--card"));
  (source.closest(".felt") ?? document.body).append(ghost);
  const scale = Math.min(1, Math.max(0.35, b.height / a.height, b.width / a.width));
  const dx = b.left + b.width / 2 - (a.left + a.width / 2);
  const dy = b.top + b.height / 2 - (a.top + a.height / 2);
  const lift = Math.min(60, Math.hypot(dx, dy) / 5);
  const flight = ghost.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${dx / 2}px, ${dy / 2 - lift}px) scale(${(1 + scale) / 2}) rotate(4deg)`, opacity: 1 },
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: 0.6 },
    ],
    { duration, delay, easing: "cubic-bezier(.4,.1,.3,1)", fill: "both" },
  );
  await flight.finished.catch(() => undefined);
  ghost.remove();
}

/** Waits; a call of the function it hands out ends the waiting early. */
export function pause(milliseconds: number, onSkip: (skip: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    onSkip(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** `animate:flip` at the chosen speed. */
export function flip(node: Element, fromTo: { from: DOMRect; to: DOMRect }, params: FlipParams = {}) {
  return svelteFlip(node, fromTo, { duration: pace(260), easing: cubicInOut, ...params });
}

/** `in:appear`: grows out of the table. */
export function appear(_: Element, { delay = 0 }: { delay?: number } = {}) {
  return {
    delay: pace(delay),
    duration: pace(220),
    easing: cubicOut,
    css: (t: number) => `opacity: ${t}; transform: scale(${0.85 + 0.15 * t})`,
  };
}
