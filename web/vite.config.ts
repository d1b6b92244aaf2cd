import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { icons } from "./scripts/icons.js";
import { licences } from "./scripts/licences.js";
import { offline } from "./scripts/offline.js";

const SERVER = process.env.CARAVANSERAI_URL ?? "http://127.0.0.1:8080";
const WORKER = "service-worker";
/** On a slow machine it would tell whoever plays for the first time which plugin took long. */
const checks = { bundlerTimings: false };

export default defineConfig({
  base: "./",
  plugins: [icons(), licences(), offline(), svelte()],
  build: {
    outDir: "../src/caravanserai/server/site",
    emptyOutDir: true,
    target: "es2022",
    // A page under a strict content policy loads every asset from its own address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks,
      input: { index: "index.html", [WORKER]: "src/service-worker.ts" },
      output: {
        // The worker is known by its name; all else is named by its contents.
        entryFileNames: ({ name }) => (name === WORKER ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
  worker: { format: "es", rolldownOptions: { checks } },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: SERVER, ws: true, changeOrigin: true } },
  },
});
