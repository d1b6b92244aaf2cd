import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { icons } from "./scripts/icons.js";

const SERVER = process.env.CARAVANSERAI_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  base: "./",
  plugins: [icons(), svelte()],
  build: {
    outDir: "../src/caravanserai/server/site",
    emptyOutDir: true,
    target: "es2022",
    // A page under a strict content policy loads every asset from its own address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: SERVER, ws: true, changeOrigin: true } },
  },
});
