import gong from "icon:gong";
import type { Cover } from "../board";

export const cover: Cover = { accent: "var(--cover-marche)", icon: gong, pattern: "lattice" };
