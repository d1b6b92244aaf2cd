// Makes one plain module of a TypeScript file and all that it imports, for Node or a browser:
// node scripts/bundle.js tests/engine/node.ts FOLDER
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "vite";

const [entry, folder] = process.argv.slice(2);
await build({
  configFile: false,
  root: fileURLToPath(new URL("..", import.meta.url)),
  logLevel: "warn",
  build: {
    target: "es2022",
    minify: false,
    emptyOutDir: false,
    outDir: resolve(folder),
    copyPublicDir: false,
    rolldownOptions: { external: [/^node:/] },
    lib: { entry, formats: ["es"], fileName: () => basename(entry).replace(/\.ts$/, ".mjs") },
  },
});
