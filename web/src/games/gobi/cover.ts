import dunes from "icon:desert";
import type { Cover } from "../board";

export const cover: Cover = { accent: "#7b3565", icon: dunes, pattern: "scales" };
