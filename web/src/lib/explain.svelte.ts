/** Explanations: pointing at a thing, focusing it or holding it down says what it is. */
import type { Attachment } from "svelte/attachments";

interface Shown {
  of: Element;
  text: string;
  at: DOMRect;
}

const HOVER = 600;
const HOLD = 450;
/** Milliseconds that what was held stays explained. */
const STAYS = 2500;
/** A mouse that has moved less than this since it clicked has stayed where it was. */
const STIRRED = 6;

/** The id of what is shown, by which the thing it is about is described to those who cannot see it. */
export const EXPLANATION = "explanation";

class Explanation {
  shown: Shown | null = $state.raw(null);
  /** Where the mouse clicked last: what comes to lie under it there was not pointed at. */
  #clicked: { x: number; y: number } | null = null;

  hide(): void {
    this.shown = null;
  }

  /** Something was touched: what was explained goes. */
  touched({ clientX, clientY, pointerType }: PointerEvent): void {
    this.hide();
    this.#clicked = pointerType === "mouse" ? { x: clientX, y: clientY } : null;
  }

  /** Whether the mouse has moved since it clicked. */
  hasStirred({ clientX, clientY }: PointerEvent): boolean {
    const at = this.#clicked;
    if (at && Math.hypot(clientX - at.x, clientY - at.y) < STIRRED) return false;
    this.#clicked = null;
    return true;
  }
}

export const explanation = new Explanation();

/** What a tap does something to: there only a long press explains. */
const DOES = "button, a, label, summary, input, select";

/** `{@attach explain(text)}`; on a touch screen a tap shows it, or a long press where a tap would do something; that one
 *  does not count as a touch. */
export function explain(text: string | undefined): Attachment<HTMLElement | SVGElement> {
  return (element) => {
    if (!text) return;
    let timer = 0;
    let waits = false;
    let held = false;
    const show = () => {
      explanation.shown = { of: element, text, at: element.getBoundingClientRect() };
      element.setAttribute("aria-describedby", EXPLANATION);
    };
    const begin = (event: PointerEvent) => {
      waits = !explanation.hasStirred(event);
      if (!waits) timer = window.setTimeout(show, HOVER);
    };
    // Not at once: an element that is removed loses the focus while the page is being drawn.
    const hide = () => {
      clearTimeout(timer);
      waits = false;
      element.removeAttribute("aria-describedby");
      queueMicrotask(() => {
        if (explanation.shown?.of === element) explanation.hide();
      });
    };
    const goLater = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => explanation.shown?.of === element && explanation.hide(), STAYS);
    };
    const isMouse = (event: Event) => (event as PointerEvent).pointerType === "mouse";
    const handlers: [string, (event: Event) => void][] = [
      ["pointerenter", (e) => isMouse(e) && begin(e as PointerEvent)],
      ["pointermove", (e) => waits && isMouse(e) && begin(e as PointerEvent)],
      // A finger that is lifted has not gone elsewhere.
      ["pointerleave", (e) => isMouse(e) && hide()],
      [
        "pointerdown",
        (e) => {
          held = false;
          if (isMouse(e)) return hide();
          timer = window.setTimeout(() => ((held = true), show()), HOLD);
        },
      ],
      [
        "pointerup",
        (e) => {
          clearTimeout(timer);
          if (isMouse(e)) return;
          if (!held && !element.closest(DOES)) show();
          goLater();
        },
      ],
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
      goLater();
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
