/** What the page's modules expect of a browser. */
const quiet = { matches: false, addEventListener: () => undefined };
Object.assign(globalThis, { matchMedia: () => quiet });
