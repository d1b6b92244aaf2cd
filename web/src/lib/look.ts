/** How things look: one icon, hue and shape for each good, the same in all games. */
import type { Icon } from "./icon";

import merchant from "icon:turban";
import sandstorm from "icon:sandstorm";
import brigand from "icon:bandit";
import spy from "icon:spyglass";
import silk from "icon:rolled-cloth";
import gold from "icon:gold-bar";
import jade from "icon:jeweled-chalice";
import tea from "icon:teapot-leaves";
import rice from "icon:bowl-of-rice";
import copper from "icon:pouring-pot";
import grain from "icon:wheat";
import camel from "icon:camel";
import fruit from "icon:fruit-bowl";
import carpet from "icon:red-carpet";
import mouse from "icon:mouse";
import thief from "icon:robber";
import princess from "icon:queen-crown";
import lamp from "icon:magic-lamp";
import jewels from "icon:gems";
import spices from "icon:powder-bag";
import lantern from "icon:lantern-flame";
import clothes from "icon:robe";
import food from "icon:bread";
import unknown from "icon:knapsack";

export type Shape =
  "circle" | "square" | "diamond" | "hexagon" | "octagon" | "star" | "shield" | "drop" | "arch" | "cross";

export interface Look {
  icon: Icon;
  /** Colour of the medallion, a name of `tokens.css`: dark enough for a white icon on it. */
  hue: string;
  /** Its form, so that colour never stands alone. */
  shape: Shape;
}

const LOOKS: Record<string, Look> = {
  food: { icon: food, hue: "var(--good-food)", shape: "circle" },
  clothes: { icon: clothes, hue: "var(--good-clothes)", shape: "shield" },
  cloth: { icon: silk, hue: "var(--good-cloth)", shape: "square" },
  lanterns: { icon: lantern, hue: "var(--good-lanterns)", shape: "arch" },
  spices: { icon: spices, hue: "var(--good-spices)", shape: "drop" },
  jewels: { icon: jewels, hue: "var(--good-jewels)", shape: "diamond" },
  lamp: { icon: lamp, hue: "var(--good-lamp)", shape: "star" },
  princess: { icon: princess, hue: "var(--good-princess)", shape: "octagon" },
  merchant: { icon: merchant, hue: "var(--good-merchant)", shape: "hexagon" },
  thief: { icon: thief, hue: "var(--good-thief)", shape: "cross" },
  mouse: { icon: mouse, hue: "var(--good-mouse)", shape: "circle" },
  carpets: { icon: carpet, hue: "var(--good-carpets)", shape: "square" },
  fruits: { icon: fruit, hue: "var(--good-fruits)", shape: "circle" },
  camels: { icon: camel, hue: "var(--good-camels)", shape: "hexagon" },
  grain: { icon: grain, hue: "var(--good-grain)", shape: "shield" },
  copper: { icon: copper, hue: "var(--good-copper)", shape: "octagon" },
  rice: { icon: rice, hue: "var(--good-rice)", shape: "circle" },
  tea: { icon: tea, hue: "var(--good-tea)", shape: "drop" },
  jade: { icon: jade, hue: "var(--good-jade)", shape: "diamond" },
  gold: { icon: gold, hue: "var(--good-gold)", shape: "hexagon" },
  silk: { icon: silk, hue: "var(--good-silk)", shape: "square" },
  spy: { icon: spy, hue: "var(--good-spy)", shape: "circle" },
  brigand: { icon: brigand, hue: "var(--good-brigand)", shape: "cross" },
  sandstorm: { icon: sandstorm, hue: "var(--good-sandstorm)", shape: "star" },
};
LOOKS["fruit"] = LOOKS["fruits"]!;
LOOKS["gems"] = LOOKS["jewels"]!;
LOOKS["camel"] = LOOKS["camels"]!;

const UNKNOWN: Look = { icon: unknown, hue: "var(--good-unknown)", shape: "circle" };

/** The look of a good or card by its name. */
export function look(name: string): Look {
  return LOOKS[name] ?? UNKNOWN;
}

/** Whether a thing has a look of its own. */
export function isKnown(name: string): boolean {
  return name in LOOKS;
}

/** Looks of things that only one game has; for its `index.ts`. */
export function addLooks(looks: Record<string, Look>): void {
  Object.assign(LOOKS, looks);
}

/** Outlines in a square of 100. */
export const SHAPES: Record<Shape, string> = {
  circle: "M50 3a47 47 0 1 1 0 94a47 47 0 0 1 0-94z",
  square: "M14 6h72a8 8 0 0 1 8 8v72a8 8 0 0 1-8 8H14a8 8 0 0 1-8-8V14a8 8 0 0 1 8-8z",
  diamond: "M50 0L100 50L50 100L0 50z",
  hexagon: "M50 1L94 25.500V74.500L50 99L6 74.500V25.500z",
  octagon: "M29 2H71L98 29V71L71 98H29L2 71V29z",
  star: "M50 0L64.600 14.600H85.400V35.400L100 50L85.400 64.600V85.400H64.600L50 100L35.400 85.400H14.600V64.600L0 50L14.600 35.400V14.600H35.400z",
  shield: "M8 4h84v48c0 24-18 38-42 47C26 90 8 76 8 52z",
  drop: "M50 0C66 20 92 34 92 60a42 39 0 0 1-84 0C8 34 34 20 50 0z",
  arch: "M10 98V44C10 20 32 14 50 1c18 13 40 19 40 43v54z",
  cross: "M34 3H66L70 30L97 34V66L70 70L66 97H34L30 70L3 66V34L30 30z",
};

export interface PlayerLook {
  hue: string;
  shape: Shape;
}

/** Seats: a colour and a mark for each. */
export const SEAT_LOOKS: readonly PlayerLook[] = [
  { hue: "var(--seat-1)", shape: "circle" },
  { hue: "var(--seat-2)", shape: "diamond" },
  { hue: "var(--seat-3)", shape: "square" },
  { hue: "var(--seat-4)", shape: "hexagon" },
  { hue: "var(--seat-5)", shape: "star" },
];

export function seatLook(seat: number): PlayerLook {
  return SEAT_LOOKS[seat % SEAT_LOOKS.length] as PlayerLook;
}
