import { expect, test } from "vitest";

import { reasonFor, type Advice, type Foreseen } from "../src/lib/reasons";
import { Foresight, type Lookout } from "../src/local/foresight";

const ME = 0;
const sells = (price: number) => ({ name: "sold", args: { seat: ME, price } });
const rival = { name: "sold", args: { seat: 1, price: 80 } };
const seen = (event: Foreseen["event"], share: number, same = share): Foreseen => ({ event, share, same });

function advice(action: number, ...follows: Foreseen[]): Advice {
  return {
    choice: { action, verb: "go", args: {}, label: { name: "go", args: {} } },
    win_chance: 0.5,
    margin: 0,
    follows,
  };
}

test("what follows a choice more often than the others speaks for it", () => {
  const [one, other] = [advice(1, seen(sells(120), 0.8, 0.7)), advice(2, seen(sells(60), 0.2))];
  expect(reasonFor(one, [one, other], ME, ["sold"])).toMatchObject({ kind: "then", event: sells(120), share: 0.7 });
  expect(reasonFor(other, [one, other], ME, ["sold"])).toBeNull();
  expect(reasonFor(one, [one, other], ME, ["bought"])).toBeNull();
});

test("what comes in many forms is told as one of them", () => {
  const one = advice(1, seen(sells(120), 0.9, 0.3));
  expect(reasonFor(one, [one], ME, ["sold"])).toMatchObject({ kind: "like", share: 0.9 });
});

test("what a choice keeps a rival from speaks for it", () => {
  const [one, other] = [advice(1, seen(rival, 0.1)), advice(2, seen(rival, 0.8))];
  const told = reasonFor(one, [one, other], ME, ["sold"]);
  expect(told).toMatchObject({ kind: "keeps", event: rival, share: 0.1, otherwise: 0.8 });
});

test("what follows all choices alike is no reason, nor is what nobody looked at", () => {
  const [one, other] = [advice(1, seen(sells(120), 0.8)), advice(2, seen(sells(120), 0.8))];
  expect(reasonFor(one, [one, other], ME, ["sold"])).toBeNull();
  expect(reasonFor(advice(3), [advice(3), one], ME, ["sold"])).toBeNull();
});

/** Two sit round a counter and add one in turn; whoever does so sees what it has come to. */
const counter: Lookout = {
  determinize: () => Uint8Array.of(0),
  actors: ([count = 0]) => (count < 100 ? [count % 2] : []),
  advised: () => 1,
  step: ([count = 0]) => Uint8Array.of(count + 1),
  events: (_, [count = 0]) => [{ name: "counted", args: { seat: (count - 1) % 2, count } }],
};

test("worlds are looked at until the seat has had its next turn", () => {
  const foresight = new Foresight(counter, ME);
  foresight.grow([7], 11);
  expect(foresight.after(7)).toEqual([]);
  foresight.grow([7], 1);
  const told = foresight
    .after(7)
    .map(({ event, share, same }) => [event.args["seat"], event.args["count"], share, same]);
  expect(told).toEqual([
    [1, 2, 1, 1],
    [0, 3, 1, 1],
  ]);
});
