// The page for when there is no server, made of the page's own words; and a name that changes with it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { FluentBundle, FluentResource } from "@fluent/bundle";

import { offlinePage } from "../src/offline.ts";

const text = (name) => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), "utf-8");
const LANGUAGES = Object.keys(JSON.parse(text("../src/caravanserai/words/words.json")).languages);

/** What the page says, by language. */
function speakers() {
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const bundle = new FluentBundle(language);
      bundle.addResource(new FluentResource(text(`src/words/ui.${language}.ftl`)));
      return [language, (name) => bundle.formatPattern(bundle.getMessage(name).value)];
    }),
  );
}

/** @returns {import("vite").Plugin} */
export function offline() {
  const page = offlinePage(speakers());
  const parts = [page, text("public/plain.css"), text("public/offline.js"), text("public/favicon.svg")];
  const version = createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 12);
  return {
    name: "offline",
    config: () => ({ define: { OFFLINE_VERSION: JSON.stringify(version) } }),
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "offline.html", source: page });
    },
  };
}
