import camel from "icon:camel";
import type { Cover } from "../board";

export const cover: Cover = { accent: "var(--cover-tantan)", icon: camel, pattern: "star" };
