// Writes what Python declares as TypeScript: the server's messages (src/lib/messages.ts), and for each game what a seat
// sees and is told (src/games/<id>/declared.ts). With --check it only says whether these files are up to date.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { compile } from "json-schema-to-typescript";
import prettier from "prettier";

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const python = process.env.PYTHON ?? path("../.venv/bin/python");
const printed = (script) => JSON.parse(execFileSync(python, [path(`scripts/${script}`)], { encoding: "utf-8" }));
const BANNER = "// Written by `npm run types` from what Python declares; do not edit.";

const TYPES = {
  number: () => "number",
  maybe: () => "number | null",
  name: () => "string | null",
  flag: () => "boolean",
  counts: () => "Record<string, number>",
  those: ({ names }) => `${typeof names[0]}[]`,
  repeated: ({ names }) => `${typeof names[0]}[]`,
};

const files = {
  "src/lib/messages.ts": await compile(printed("schema.py"), "Messages", {
    additionalProperties: false,
    unreachableDefinitions: true,
    bannerComment: BANNER,
    style: { printWidth: 120 },
  }),
};
for (const [game, declared] of Object.entries(printed("declared.py"))) {
  if (existsSync(path(`src/games/${game}`))) files[`src/games/${game}/declared.ts`] = await declarations(declared);
}

/** A game's declarations, and the type of its view. */
async function declarations(declared) {
  const name = declared.game[0].toUpperCase() + declared.game.slice(1);
  const text = `${BANNER}
import type { Declared } from "../../lib/packed";

/** What a seat sees. */
export interface ${name}Table ${shape(declared.view.tree, declared.view.fields)}

export const declared: Declared = ${JSON.stringify(declared)};
`;
  return prettier.format(text, { ...(await prettier.resolveConfig(path("package.json"))), parser: "typescript" });
}

/** The type of a place in the tree of a view. */
function shape(node, fields) {
  const type = shapeOfSomething(node, fields);
  return node.given ? `(${type}) | null` : type;
}

/** A key of an object; one that is left out where there is nothing cannot be null. */
function key([name, child], sparse, fields) {
  return sparse && child.given ? `${name}?: ${shapeOfSomething(child, fields)};` : `${name}: ${shape(child, fields)};`;
}

function shapeOfSomething(node, fields) {
  if (node.field) return TYPES[fields[node.field].kind](fields[node.field]);
  if (node.each) {
    const each = shape(node.each, fields);
    return typeof node.axis === "number" ? `(${each})[]` : `Record<string, ${each}>`;
  }
  return `{ ${Object.entries(node.keys)
    .map((entry) => key(entry, node.sparse, fields))
    .join("\n")} }`;
}

const check = process.argv.includes("--check");
for (const [name, text] of Object.entries(files)) {
  const file = path(name);
  if (!check) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, "utf-8") !== text) {
    console.error(`${name} is not what Python declares: run \`npm run types\``);
    process.exitCode = 1;
  }
}
