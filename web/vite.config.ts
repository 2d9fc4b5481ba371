import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// `make` serves the built client from the Python package; `npm run dev` serves it from here
// and passes every question on to a running `grognard play`.
const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/grognard/server/static",
    emptyOutDir: true,
    target: "es2022",
  },
  server: {
    proxy: {
      "/api": { target: server, ws: true },
    },
  },
});
