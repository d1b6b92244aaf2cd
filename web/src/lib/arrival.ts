/** Whoever came by an address that link previews can read, as `/invite/tantan#/table/…`, goes on at the address the page
 *  lives at. This comes before anything else: all addresses are reckoned from there. */
const found = /^(.*\/)(?:game|invite)\/([\w-]+)$/.exec(location.pathname);
if (found && !("nowhere" in document.documentElement.dataset)) {
  history.replaceState(null, "", `${found[1]}${location.hash || `#/game/${found[2]}`}`);
}

export {};
