import gong from "icon:gong";
import type { Cover } from "../board";

export const cover: Cover = { accent: "#11686f", icon: gong, pattern: "lattice" };
