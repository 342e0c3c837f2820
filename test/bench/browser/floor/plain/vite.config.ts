import { defineConfig } from "vite";

export default defineConfig({ esbuild: { jsx: "automatic" }, logLevel: "error" });
