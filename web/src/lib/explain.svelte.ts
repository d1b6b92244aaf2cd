/** Explanations: pointing at a thing, focusing it or holding it down says what it is. */
import type { Attachment } from "svelte/attachments";

interface Shown {
  of: Element;
  text: string;
  at: DOMRect;
}

const HOVER = 600;
const HOLD = 450;

/** The id of what is shown, by which the thing it is about is described to those who cannot see it. */
export const EXPLANATION = "explanation";

class Explanation {
  shown: Shown | null = $state.raw(null);
}

export const explanation = new Explanation();

/** `{@attach explain(text)}`; a long press shows it on a touch screen, and does not count as a touch. */
export function explain(text: string | undefined): Attachment<HTMLElement | SVGElement> {
  return (element) => {
    if (!text) return;
    let timer = 0;
    let held = false;
    const show = () => {
      explanation.shown = { of: element, text, at: element.getBoundingClientRect() };
      element.setAttribute("aria-describedby", EXPLANATION);
    };
    // Not at once: an element that is removed loses the focus while the page is being drawn.
    const hide = () => {
      clearTimeout(timer);
      element.removeAttribute("aria-describedby");
      queueMicrotask(() => {
        if (explanation.shown?.of === element) explanation.shown = null;
      });
    };
    const handlers: [string, (event: Event) => void][] = [
      ["pointerenter", (e) => (e as PointerEvent).pointerType === "mouse" && (timer = window.setTimeout(show, HOVER))],
      ["pointerleave", hide],
      [
        "pointerdown",
        (e) => {
          held = false;
          if ((e as PointerEvent).pointerType === "mouse") return hide();
          timer = window.setTimeout(() => ((held = true), show()), HOLD);
        },
      ],
      ["pointerup", () => clearTimeout(timer)],
      ["pointercancel", hide],
      ["contextmenu", (e) => held && e.preventDefault()],
      ["focus", () => element.matches(":focus-visible") && show()],
      ["blur", hide],
    ];
    const swallow = (e: Event) => {
      if (!held) return;
      held = false;
      e.preventDefault();
      e.stopImmediatePropagation();
      window.setTimeout(() => (explanation.shown = null), 2500);
    };
    for (const [name, handler] of handlers) element.addEventListener(name, handler);
    element.addEventListener("click", swallow, { capture: true });
    return () => {
      hide();
      for (const [name, handler] of handlers) element.removeEventListener(name, handler);
      element.removeEventListener("click", swallow, { capture: true });
    };
  };
}
