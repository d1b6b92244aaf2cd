/** Links for others. Whoever sits at the server's own machine may see the page at an address that is good only there. */
import { offer } from "./house.svelte";

const HERE = /^((.*\.)?localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether the page's own address means another machine to everybody else. */
export const isHere = (): boolean => HERE.test(location.hostname);

/** Whether a link made here can be opened on other devices. */
export const reachable = (): boolean => !isHere() || !!offer.house?.address;

/** A link that others can open, to a place of this page. */
export function shareable(hash: string): string {
  const address = isHere() ? offer.house?.address : null;
  return new URL(hash, address ? `${address}/` : document.baseURI).href;
}
