import dunes from "icon:desert";
import type { Cover } from "../board";

export const cover: Cover = { accent: "var(--cover-gobi)", icon: dunes, pattern: "scales" };
