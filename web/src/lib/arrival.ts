/** Whoever came by an address that link previews can read, as `/invite/tantan#/table/…`, goes on at the address the page
 *  lives at. The router wants it first: it reads the address when it is loaded. */
const found = /^(.*\/)(?:game|invite)\/([\w-]+)$/.exec(location.pathname);
if (found && !("nowhere" in document.documentElement.dataset)) {
  history.replaceState(null, "", `${found[1]}${location.hash || `#/game/${found[2]}`}`);
}

export {};
