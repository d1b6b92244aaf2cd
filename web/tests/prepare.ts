/** Before all tests: has Python say what they compare with, once for all files (see `scripts/fixture.py`), and make the
 * engine of a game, or find it made. */
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
    engine: string;
  }
}

export default function setup(project: TestProject): () => void {
  const python = process.env.PYTHON ?? path("../.venv/bin/python");
  const said = execFileSync(python, [path("scripts/fixture.py")], { encoding: "utf-8", maxBuffer: 2 ** 28 });
  const folder = mkdtempSync(join(tmpdir(), "caravanserai-fixture-"));
  const file = join(folder, "fixture.json");
  writeFileSync(file, said);
  project.provide("fixture", file);
  execFileSync(python, ["-m", "caravanserai", "wasm", "tantan", "--out", join(folder, "engine")]);
  project.provide("engine", join(folder, "engine"));
  return () => rmSync(folder, { recursive: true });
}
