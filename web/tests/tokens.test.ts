import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

const SOURCES = new URL("../src/", import.meta.url);
const files = readdirSync(SOURCES, { recursive: true, encoding: "utf-8" })
  .filter((name) => /\.(svelte|css|ts)$/.test(name) && !name.startsWith("bench"))
  .map((name): [string, string] => [name, readFileSync(new URL(name, SOURCES), "utf-8")]);
const TOKENS = "tokens.css";

test("every colour is named in one place", () => {
  const colour = /[\s"'(:]#(?:[0-9a-f]{3}|[0-9a-f]{6})\b(?=[\s"',;)])|\brgba?\(|\bhsla?\(/i;
  const elsewhere = files.filter(([name, text]) => name !== TOKENS && colour.test(text)).map(([name]) => name);
  expect(elsewhere).toEqual([]);
});

test("every name of a colour or a size is defined, and used", () => {
  const tokens = files.find(([name]) => name === TOKENS)![1];
  const defined = new Set([...tokens.matchAll(/^\s*(--[a-z0-9-]+):/gm)].map(([, name]) => name!));
  const all = files.map(([, text]) => text).join("\n");
  const used = new Set([...all.matchAll(/var\((--[a-z0-9-]+)/g)].map(([, name]) => name!));
  const local = new Set(
    [...all.matchAll(/(?:style:|[\s"`]|@property )(--[a-z0-9-]+)[:=" ]/g)].map(([, name]) => name!),
  );
  expect([...used].filter((name) => !defined.has(name) && !local.has(name))).toEqual([]);
  expect([...defined].filter((name) => !used.has(name))).toEqual([]);
});
