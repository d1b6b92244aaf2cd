// What others made and the page contains goes out under their licences, so their texts go along: licences.txt.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The packages that end up in the page. One that is not named here fails the build. */
const SHIPPED = [
  "@fluent/bundle",
  "@fontsource/el-messiri",
  "@fontsource/source-sans-3",
  "@iconify-json/game-icons",
  "@iconify-json/ph",
  "@noble/hashes",
  "clsx",
  "marked",
  "svelte",
  "uqr",
];
const MODULE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

const folder = (name) => fileURLToPath(new URL(`../node_modules/${name}/`, import.meta.url));

/** A package with its licence, and the text of it where the package has one. */
function told(name) {
  const { version, license, homepage } = JSON.parse(readFileSync(`${folder(name)}package.json`, "utf-8"));
  const file = readdirSync(folder(name)).find((found) => /^licen[cs]e/i.test(found));
  const text = file ? `\n${readFileSync(folder(name) + file, "utf-8").trim()}\n` : "";
  return `${name} ${version}: ${license}${homepage ? `, ${homepage}` : ""}\n${text}`;
}

/** @returns {import("vite").Plugin} */
export function licences() {
  return {
    name: "licences",
    apply: "build",
    generateBundle(_, bundle) {
      for (const { modules = {} } of Object.values(bundle)) {
        for (const id of Object.keys(modules)) {
          const name = MODULE.exec(id)?.[1];
          if (name && !SHIPPED.includes(name)) this.error(`licences: ${name}: expected it in scripts/licences.js`);
        }
      }
      const source = SHIPPED.map(told).join(`\n${"-".repeat(80)}\n\n`);
      this.emitFile({ type: "asset", fileName: "licences.txt", source });
    },
  };
}
