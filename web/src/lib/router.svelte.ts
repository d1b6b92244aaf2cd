/** Where one is: `#/table/abc?invite=…`. What follows the # never reaches a server, so no invite ends up in its logs. */
import "./arrival";

class Route {
  #hash = $state(location.hash);

  constructor() {
    addEventListener("hashchange", () => (this.#hash = location.hash));
  }

  parts = $derived(
    (this.#hash.slice(1).split("?")[0] ?? "")
      .split("/")
      .filter(Boolean)
      .map((part) => decodeURIComponent(part)),
  );
  query = $derived(new URLSearchParams(this.#hash.split("?")[1] ?? ""));

  go(...parts: (string | number)[]): void {
    location.hash = href(...parts);
  }

  /** Changes the address of what is shown without a step in the history. */
  replace(...parts: (string | number)[]): void {
    history.replaceState(null, "", href(...parts));
    this.#hash = location.hash;
  }
}

/** Where the page lives; the server says so where it sent it from an address that it does not have. */
export const HOME = `${document.documentElement.dataset["nowhere"] ?? ""}#/`;

export function href(...parts: (string | number)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(part)).join("/")}`;
}

/** The same with the secret that lets others in, for tables that are not public. */
export function shared(invite: string | null, ...parts: (string | number)[]): string {
  return invite ? `${href(...parts)}?invite=${encodeURIComponent(invite)}` : href(...parts);
}

/** A match that is over, with its turning points told. */
export function reviewOf(invite: string | null, table: string): string {
  const address = shared(invite, "replay", table, 0);
  return `${address}${invite ? "&" : "?"}review=1`;
}

export const route = new Route();
