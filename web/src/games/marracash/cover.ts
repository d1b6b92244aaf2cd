import palm from "icon:palm-tree";
import type { Cover } from "../board";

export const cover: Cover = { accent: "#47662b", icon: palm, pattern: "rosette" };
