import { defineConfig, mergeConfig } from "vitest/config";

import page from "./vite.config.ts";

export default mergeConfig(
  page,
  defineConfig({
    test: {
      include: ["tests/*.test.ts"],
      setupFiles: ["tests/setup.ts"],
      globalSetup: ["tests/prepare.ts"],
      coverage: { include: ["src/**/*.ts"], reporter: ["text"], reportsDirectory: "../build/coverage/page" },
    },
  }),
);
