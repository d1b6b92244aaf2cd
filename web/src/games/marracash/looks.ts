/** The five colours of visitors, shops and souvenirs: each has its own cut of robe, so that colour never stands alone. */
export interface ColourLook {
  hue: string;
  /** What is written on it. */
  ink: string;
  /** The robe in a square of 100; the head is above it. */
  robe: string;
}

const LIGHT = "#fff8ea";

export const looks: Record<string, ColourLook> = {
  blue: { hue: "#1f5da6", ink: LIGHT, robe: "M14 98V72a36 36 0 0 1 72 0v26z" },
  green: { hue: "#2b6e3a", ink: LIGHT, robe: "M50 34L94 98H6z" },
  purple: { hue: "#6f3f9c", ink: LIGHT, robe: "M50 34L88 66L50 98L12 66z" },
  red: { hue: "#b0282b", ink: LIGHT, robe: "M18 42H82V98H18z" },
  yellow: { hue: "#efe36a", ink: "#2c1e12", robe: "M8 42H92L62 98H38z" },
};
