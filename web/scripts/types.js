// Writes what Python declares: the server's messages (src/lib/messages.ts), and for each game what a seat sees as a type
// (src/games/<id>/declared.ts), all that it sees and is told for the decoder (declared.json) and a moment for the picture
// in the rules (example.json). With --check it only says whether these files are up to date.
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
  word: () => "string",
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
const examples = printed("example.py");
for (const [game, declared] of Object.entries(printed("declared.py"))) {
  if (!existsSync(path(`src/games/${game}`))) continue;
  files[`src/games/${game}/declared.ts`] = await viewType(declared);
  files[`src/games/${game}/declared.json`] = lines(declared);
  files[`src/games/${game}/example.json`] = `${JSON.stringify(examples[game])}\n`;
}

/** The type of a game's view. */
async function viewType({ game, view }) {
  const name = game[0].toUpperCase() + game.slice(1);
  const text = `${BANNER}\n\n/** What a seat sees. */\nexport interface ${name}Table ${shape(view.tree, view.fields)}\n`;
  return prettier.format(text, { ...(await prettier.resolveConfig(path("package.json"))), parser: "typescript" });
}

/** JSON with a line for each thing that is declared, so that a change can be seen. */
function lines(declared) {
  const list = (items) => `[\n${items.map((item) => `  ${JSON.stringify(item)}`).join(",\n")}\n ]`;
  const { view, ...rest } = declared;
  const fields = Object.entries(view.fields).map(([name, field]) => `  "${name}": ${JSON.stringify(field)}`);
  const parts = Object.entries(rest).map(([key, value]) => {
    return ` "${key}": ${Array.isArray(value) && typeof value[0] === "object" ? list(value) : JSON.stringify(value)}`;
  });
  const tree = `"tree": ${JSON.stringify(view.tree)}`;
  return `{\n${parts.join(",\n")},\n "view": {"size": ${view.size}, "fields": {\n${fields.join(",\n")}\n }, ${tree}}\n}\n`;
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
