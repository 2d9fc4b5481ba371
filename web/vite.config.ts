import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `make` serves the built client from the Python package; `npm run dev` serves it from here
// and passes every question on to a running `grognard play`.
const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/grognard/server/static",
    emptyOutDir: true,
    target: "es2022",
    // A slow machine is no fault of the build.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  // Tests run what the browser runs, on a few stand-ins for it: see tests/browser.ts.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: {
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/browser.ts"],
  },
  server: {
    proxy: {
      "/api": { target: server, ws: true },
    },
  },
});
