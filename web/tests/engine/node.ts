/** Walks in Node: given a file with an errand, prints what was found. */
import { readFileSync } from "node:fs";

import type { Description } from "../../src/engine/engine";
import { run, type Errand } from "./walking";

const errand = JSON.parse(readFileSync(process.argv[2] as string, "utf-8")) as Errand;
const description = JSON.parse(readFileSync(errand.description, "utf-8")) as Description;
console.log(JSON.stringify(await run(readFileSync(errand.module), description, errand)));
