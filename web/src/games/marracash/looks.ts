/** The five colours of visitors, shops and souvenirs: each has its own cut of robe, so that colour never stands alone. */
export interface ColourLook {
  hue: string;
  /** What is written on it. */
  ink: string;
  /** The robe in a square of 100; the head is above it. */
  robe: string;
}

const LIGHT = "var(--on-hue)";

export const looks: Record<string, ColourLook> = {
  blue: { hue: "var(--robe-blue)", ink: LIGHT, robe: "M14 98V72a36 36 0 0 1 72 0v26z" },
  green: { hue: "var(--robe-green)", ink: LIGHT, robe: "M50 34L94 98H6z" },
  purple: { hue: "var(--robe-purple)", ink: LIGHT, robe: "M50 34L88 66L50 98L12 66z" },
  red: { hue: "var(--robe-red)", ink: LIGHT, robe: "M18 42H82V98H18z" },
  yellow: { hue: "var(--robe-yellow)", ink: "var(--outline)", robe: "M8 42H92L62 98H38z" },
};
