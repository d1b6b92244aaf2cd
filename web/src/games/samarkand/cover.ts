import mosque from "icon:samara-mosque";
import type { Cover } from "../board";

export const cover: Cover = { accent: "#2b4b98", icon: mosque, pattern: "hexagon" };
