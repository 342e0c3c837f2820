import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import { chunkFailure } from "./remix/chunk-failure";
import { groupsOf } from "./vite/chunks";
import { compileHints } from "./vite/compile-hints";
import { assetName, scriptName } from "./vite/file-names";
import { iconsAlone } from "./vite/icons-alone";
import { mantineStyles } from "./vite/mantine-styles";
import { tableEngine } from "./vite/table-engine";

declare module "@remix-run/react" {
  interface Future {
    v3_singleFetch: true;
  }
}

let groupOf: ReturnType<typeof groupsOf> | undefined;

/** A plugin, since Remix's own goes over what is said below. */
const chunks: Plugin = {
  name: "chunks",
  config: (_, { isSsrBuild }) =>
    isSsrBuild
      ? undefined
      : {
          build: {
            rollupOptions: {
              // Without this Rollup emits one-line proxies before the chunks that contain root and the staff frame.
              preserveEntrySignatures: "allow-extension",
              output: {
                manualChunks: (id, graph) => {
                  groupOf ??= groupsOf(graph, `${import.meta.dirname}/app`);
                  return groupOf(id);
                },
                onlyExplicitManualChunks: true,
              },
            },
          },
        },
};

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
    mantineStyles(),
    tableEngine(),
    chunks,
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
      // mantine-react-table wraps what it would draw in memos: unused ones may go.
      treeshake: { manualPureFunctions: ["memo"] },
      onLog(level, log, handler) {
        // Modules of chunks that import each other may run before what they import.
        if (log.code === "CIRCULAR_CHUNK") throw new Error(log.message);
        handler(level, log);
      },
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
