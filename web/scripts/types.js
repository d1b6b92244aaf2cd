// Writes src/lib/messages.ts from the server's own types. With --check it only says whether that file is up to date.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { compile } from "json-schema-to-typescript";

const file = fileURLToPath(new URL("../src/lib/messages.ts", import.meta.url));
const python = process.env.PYTHON ?? fileURLToPath(new URL("../../.venv/bin/python", import.meta.url));
const schema = JSON.parse(
  execFileSync(python, [fileURLToPath(new URL("schema.py", import.meta.url))], { encoding: "utf-8" }),
);
const text = await compile(schema, "Messages", {
  additionalProperties: false,
  unreachableDefinitions: true,
  bannerComment: "// Written by `npm run types` from the server's message types; do not edit.",
  style: { printWidth: 120 },
});
if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (readFileSync(file, "utf-8") !== text) {
  console.error("src/lib/messages.ts is not what the server's types give: run `npm run types`");
  process.exit(1);
}
