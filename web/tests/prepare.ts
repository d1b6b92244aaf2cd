/** Before all tests: has Python say what they compare with, once for all files. See `scripts/fixture.py`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

declare module "vitest" {
  export interface ProvidedContext {
    fixture: string;
  }
}

export default function setup(project: TestProject): () => void {
  const said = execFileSync(process.env.PYTHON ?? path("../.venv/bin/python"), [path("scripts/fixture.py")], {
    encoding: "utf-8",
    maxBuffer: 2 ** 28,
  });
  const folder = mkdtempSync(join(tmpdir(), "caravanserai-fixture-"));
  const file = join(folder, "fixture.json");
  writeFileSync(file, said);
  project.provide("fixture", file);
  return () => rmSync(folder, { recursive: true });
}
