/** A board that would be covered by what lies below it gets smaller cards. */
import type { Attachment } from "svelte/attachments";

const SMALLEST = 0.76;
const STEP = 0.04;
/** On a phone one scrolls. */
const wide = matchMedia("(min-width: 641px)");

/** Shrinks `--fit` until the element ends inside the window. It grows again only with the window: cards that change
    their size whenever a tent fills would be worse than small ones. */
export const fit: Attachment<HTMLElement> = (element) => {
  let scale = 1;
  const shrink = () => {
    while (wide.matches && scale > SMALLEST && element.getBoundingClientRect().bottom + scrollY > innerHeight) {
      scale -= STEP;
      element.style.setProperty("--fit", String(scale));
    }
  };
  const begin = () => {
    scale = 1;
    element.style.removeProperty("--fit");
    shrink();
  };
  const observer = new ResizeObserver(shrink);
  observer.observe(element);
  addEventListener("resize", begin);
  return () => {
    observer.disconnect();
    removeEventListener("resize", begin);
    element.style.removeProperty("--fit");
  };
};
