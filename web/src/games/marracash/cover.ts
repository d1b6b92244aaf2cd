import palm from "icon:palm-tree";
import type { Cover } from "../board";

export const cover: Cover = { accent: "var(--cover-marracash)", icon: palm, pattern: "rosette" };
