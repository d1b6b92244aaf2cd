import camel from "icon:camel";
import type { Cover } from "../board";

export const cover: Cover = { accent: "#a2432b", icon: camel, pattern: "star" };
