// What there is without a server: the names of all files of the page, which its worker keeps, and what is shown where an
// address needs a server, made of the page's own words.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { FluentBundle, FluentResource } from "@fluent/bundle";

import { offlinePage } from "../src/offline.ts";

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const text = (name) => readFileSync(path(name), "utf-8");
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

/** What only links from elsewhere show, what nobody plays with, and what the worker itself is. */
const NOT_KEPT = /^preview|^licences\.txt$|^service-worker\.js$/;

/** @returns {import("vite").Plugin} */
export function offline() {
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        this.emitFile({ type: "asset", fileName: "offline.html", source: offlinePage(speakers()) });
        const built = Object.keys(bundle).filter((name) => name !== "offline.html");
        const files = [...built, "offline.html", ...readdirSync(path("public"))].filter((name) => !NOT_KEPT.test(name));
        const sources = files.filter((name) => !name.startsWith("assets/")).map((name) => contents(bundle[name], name));
        const version = createHash("sha256")
          .update([...files, ...sources].join("\0"))
          .digest("hex")
          .slice(0, 12);
        this.emitFile({ type: "asset", fileName: "files.json", source: JSON.stringify(files.sort()) });
        const worker = bundle["service-worker.js"];
        if (worker?.type === "chunk") worker.code = worker.code.replace("PAGE_VERSION", version);
      },
    },
  };
}

/** What a file of the page holds, whether it was built or is there as it is. */
function contents(built, name) {
  if (built) return built.type === "chunk" ? built.code : String(built.source);
  return name === "offline.html" ? offlinePage(speakers()) : readFileSync(path(`public/${name}`), "base64");
}
