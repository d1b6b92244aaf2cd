import mosque from "icon:samara-mosque";
import type { Cover } from "../board";

export const cover: Cover = { accent: "var(--cover-samarkand)", icon: mosque, pattern: "hexagon" };
