/** Matches of the browser: what they come to is what Python makes of the same log. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, inject, test } from "vitest";

import type { Description } from "../src/engine/engine";
import { declaredBy } from "../src/games/board";
import type { Declared } from "../src/lib/packed";
import { advised, searched } from "../src/local/bots";
import { broughtAs, dealt as dealtHere } from "../src/local/dealing";
import { followHint } from "../src/local/following";
import { hintsOf, offeredTo, type GrowingHint } from "../src/local/hints";
import { InvalidLog, replayed } from "../src/local/logs";
import { Match, type MatchLog } from "../src/local/match";
import { Network } from "../src/local/network";
import { foundIn, study, type Consider } from "../src/local/review";
import { SPECTATOR } from "../src/local/rules";
import { growFor, newSearch, searchFor, searchWith } from "../src/local/searching";
import { commitment, newSeed, seedOf } from "../src/local/seed";
import { wasmRules } from "../src/local/wasm";
import { Engine } from "../src/engine/engine";

const folder = inject("engine");
const key = (JSON.parse(readFileSync(join(folder, "index.json"), "utf-8")) as Record<string, string>)["tantan"];
const file = (kind: string) => readFileSync(join(folder, `tantan.${key}.${kind}`));
const wasm = Uint8Array.from(file("wasm")).buffer;
const description = JSON.parse(file("json").toString()) as Description;
const rules = await wasmRules({ wasm, description }, (await declaredBy("tantan")) as Declared);

const python = process.env.PYTHON ?? fileURLToPath(new URL("../../.venv/bin/python", import.meta.url));

function dealt(seed = newSeed()): Match {
  return new Match(rules, { seats: 3, options: {}, aids: false, seed });
}

function playedOut(level: string): Match {
  const match = dealt();
  for (let [seat] = match.actors; seat !== undefined; [seat] = match.actors)
    match.take(seat, advised(rules, rules.conceal(match.position, seat), seat, level));
  return match;
}

test.each(["random", "apprentice", "merchant"])("a match of %s bots is verified by Python", (level) => {
  const match = playedOut(level);
  const path = join(mkdtempSync(join(tmpdir(), "caravanserai-log-")), "match.json");
  writeFileSync(path, JSON.stringify(match.log()));
  execFileSync(python, ["-m", "caravanserai", "verify", path]);
});

test("a bot that was taught decides as it does in Python", async () => {
  const engine = await Engine.load(wasm, description);
  const network = new Network(Uint8Array.from(file("network")).buffer, description.bots.network!);
  const match = dealt(seedOf("11".repeat(32))!);
  for (let [seat] = match.actors; seat !== undefined; [seat] = match.actors) {
    const concealed = rules.conceal(match.position, seat);
    const seen = engine.observe(rules.edition, concealed, seat);
    match.take(seat, network.favourite(seen, rules.legal(concealed, seat))!);
  }
  const script = `
import json, sys
from caravanserai.bots import choose
from caravanserai.match import Match
log = json.load(sys.stdin)
match = Match.from_log({**log, "moves": []})
while match.actors:
    match.play(match.actors[0], choose(match, match.actors[0], "learned"))
print(json.dumps(match.log()["moves"]))`;
  const input = JSON.stringify(match.log());
  const said = execFileSync(python, ["-c", script], { input, encoding: "utf-8" });
  expect(match.log().moves).toEqual(JSON.parse(said));
  expect(() => new Network(new ArrayBuffer(8), description.bots.network!)).toThrow("a network of 2 numbers: expected");
}, 60_000);

test("an engine that was made with other declarations than the page is not used", async () => {
  const declared = (await declaredBy("tantan")) as Declared;
  const older = { ...description, sizes: { ...description.sizes, view: description.sizes.view + 1 } };
  for (const other of [older, { ...description, format: 2 }, { ...description, phases: [] }])
    await expect(wasmRules({ wasm, description: other }, declared)).rejects.toMatchObject({ code: "older_page" });
});

test("a log is replayed to the same position, and refused if anything in it is not so", () => {
  const match = playedOut("merchant");
  const log = JSON.parse(JSON.stringify(match.log())) as MatchLog;
  expect(replayed(log, rules).position).toEqual(match.position);
  const [, ...rest] = log.moves;
  const wrong: Partial<MatchLog>[] = [
    { format: 2 },
    { seed: "7" },
    { commitment: commitment(newSeed()) },
    { moves: rest },
    { edition: { name: "house" } },
    { outcome: { ...log.outcome!, winners: [] } },
  ];
  for (const change of wrong) expect(() => replayed({ ...log, ...change }, rules)).toThrow(InvalidLog);
});

test("what is taken back leaves no trace but in the history", () => {
  const match = dealt(seedOf("07".repeat(32))!);
  const seat = match.actors[0]!;
  const before = match.position;
  match.take(seat, rules.legal(before, seat)[0]!);
  expect(match.undoDepth).toBe(1);
  expect(match.story(seat)).not.toEqual([]);
  match.undo(seat);
  expect(match.position).toEqual(before);
  expect(match.takenBack(SPECTATOR)).toEqual([{ name: "taken_back", args: { seat } }]);
  expect(match.story(seat)).toEqual([]);
  expect(match.log().moves).toEqual([]);
  expect(match.history.length).toBe(2);
  expect(() => match.undo(seat)).toThrow("no decision that can still be taken back");
});

test("a search answers in its time with something that is possible", async () => {
  const match = dealt();
  const seat = match.actors[0]!;
  const engine = await Engine.load(wasm, description);
  const question = { edition: rules.edition, concealed: rules.conceal(match.position, seat), seat };
  const result = searchFor(engine, question, 0.05);
  expect(result.iterations).toBeGreaterThan(31);
  expect(match.isLegal(seat, searched(result, rules.bots.seldom)!)).toBe(true);
});

test("a search that is gone on with has found more, and its hints are choices of the seat", async () => {
  const match = dealt();
  const seat = match.actors[0]!;
  const engine = await Engine.load(wasm, description);
  const concealed = rules.conceal(match.position, seat);
  const search = newSearch(engine, { edition: rules.edition, concealed, seat });
  const first = growFor(search, 0.02);
  const later = growFor(search, 0.02);
  expect(later.iterations).toBeGreaterThan(first.iterations);
  const offered = offeredTo(rules.withEdition(engine.edition()), concealed, seat);
  expect([...offered.keys()]).toEqual(rules.legal(match.position, seat));
  const found = hintsOf(later, offered, rules.bots.worth_telling);
  expect(found.length).toBeGreaterThan(0);
  for (const { choice, win_chance } of found) {
    expect(match.isLegal(seat, choice.action)).toBe(true);
    expect(win_chance).toBeGreaterThanOrEqual(0);
    expect(win_chance).toBeLessThanOrEqual(1);
  }
});

test("a hint is heard of while it grows, and thought about no longer than somebody wants it", async () => {
  const told = (number: number, done: boolean): GrowingHint => ({ number, advice: [], done });
  const follow = async (stopAfter: number) => {
    const wanted = new AbortController();
    let heard = 0;
    const hear = () => void (++heard === stopAfter && wanted.abort());
    let grown = 0;
    const grow = (number: number) => Promise.resolve(told(number, ++grown === 3));
    await followHint(() => Promise.resolve(told(1, false)), grow, hear, wanted.signal);
    return [heard, grown];
  };
  expect(await follow(Infinity)).toEqual([4, 3]);
  expect(await follow(2)).toEqual([2, 2]);
});

test("a review is the same as Python's, to the last bit", async () => {
  const match = playedOut("apprentice");
  const engine = await Engine.load(wasm, description);
  const shares: number[] = [];
  const consider: Consider = (concealed, seat, favoured, seed, iterations) =>
    Promise.resolve(searchWith(engine, { edition: rules.edition, concealed, seat, favoured }, seed, iterations));
  const found = foundIn(await study(match, consider, (share) => void shares.push(share)));
  expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  const script = `
import json, sys
from caravanserai.bots.hints import REVIEW_ITERATIONS, study
from caravanserai.server.jobs import plain_study
print(json.dumps(plain_study(study(json.load(sys.stdin), seconds=None, iterations=REVIEW_ITERATIONS), whole=True)))`;
  const said = execFileSync(python, ["-c", script], { input: JSON.stringify(match.log()), encoding: "utf-8" });
  expect(found).toEqual(JSON.parse(said));
}, 60_000);

test("the server is told of a match by its log, and who plays each seat", () => {
  const seats = [{ kind: "me", nickname: "Zoé" } as const, { kind: "bot", level: "merchant" } as const];
  const kept = dealtHere({ game: "tantan", seats, options: {}, aids: true }, rules);
  expect(kept.rules).toBe(description.rules_version);
  const { log, seats: told } = broughtAs(kept);
  expect(told).toEqual(seats);
  expect(log.rules).toBe(description.rules_version);
  expect(replayed(log, rules).position).toEqual(rules.deal(2, {}, seedOf(kept.seed)!));
  expect(log.outcome).toBeUndefined();
});

test("a seed is 32 bytes, and its commitment what everybody's SHA-256 says", () => {
  expect(commitment(new Uint8Array(32))).toBe("66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
  expect(seedOf("ab")).toBeNull();
  expect(newSeed()).toHaveLength(32);
});
