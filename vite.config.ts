import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { chunkFailure } from "./remix/chunk-failure";
import { chunks } from "./vite/chunks";
import { compileHints } from "./vite/compile-hints";
import { assetName, scriptName } from "./vite/file-names";
import { iconsAlone } from "./vite/icons-alone";
import { lateSheets } from "./vite/late-sheets";
import { mantineStyles } from "./vite/mantine-styles";
import { slimTable } from "./vite/slim-table";
import { slimZod } from "./vite/slim-zod";

declare module "@remix-run/react" {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig({
  plugins: [
    // Remix's plugin cannot run under Vitest (remix#8788).
    !process.env.VITEST &&
      remix({
        ssr: false,
        future: {
          v3_fetcherPersist: true,
          v3_relativeSplatPath: true,
          v3_throwAbortReason: true,
          v3_lazyRouteDiscovery: true,
          v3_singleFetch: true,
          v3_routeConfig: true,
        },
      }),
    iconsAlone(),
    chunkFailure(),
    lateSheets(),
    mantineStyles(),
    slimTable(),
    slimZod(),
    chunks(),
    compileHints(),
  ],
  resolve: { alias: [{ find: /^~\//, replacement: `${import.meta.dirname}/` }] },
  esbuild: { jsx: "automatic" },
  build: {
    // WeCom's desktop clients embed old Chromium and WebKit.
    target: ["es2019", "chrome79", "safari13.1"],
    // Remix writes its manifest to assetsDir, the rest follows the names below; domain S.7 wants /static/js and /static/css.
    assetsDir: "static/js",
    assetsInlineLimit: 0,

    // scripts/build.mjs compresses each file once.
    reportCompressedSize: false,
    rollupOptions: {
      output: {
        entryFileNames: scriptName,
        chunkFileNames: scriptName,
        assetFileNames: assetName,
        // No word can come of chance between two hyphens.
        hashCharacters: "base36",
      },
    },
  },
});
