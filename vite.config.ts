import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { chunkFailure } from "./vite/chunk-failure";
import { mantineStyles } from "./vite/mantine-styles";
import { slim } from "./vite/slim";
import { slimTable } from "./vite/slim-table";

declare module "@remix-run/react" {
  interface Future {
    v3_singleFetch: true;
  }
}

// What every screen needs, in few files instead of a dozen small ones: they compress better together and come in one round.
const together: Readonly<Record<string, RegExp>> = {
  framework:
    /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/(react|router)|turbo-stream)\//,
  base: /\/node_modules\/(zod|ofetch|ufo|destr|js-cookie|jwt-decode)\/|\/contract\/(endpoint|errors|field|screens|auth)\.ts/,
  ui: /\/@mantine\/core\/esm\/(core|components\/(Button|Checkbox|PasswordInput|Text|TextInput|Title))\//,
};

const manualChunks = (id: string) => Object.keys(together).find((name) => together[name]?.test(id));

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
    chunkFailure(),
    mantineStyles(),
    slim(),
    slimTable(),
  ],
  resolve: { alias: [{ find: /^~\//, replacement: `${import.meta.dirname}/` }] },
  esbuild: { jsx: "automatic" },
  build: {
    // WeCom's desktop clients embed old Chromium and WebKit.
    target: ["es2019", "chrome79", "safari13.1"],
    // Remix writes its manifest to assetsDir, the rest follows the names below; specification §7 wants /static/js and /static/css.
    assetsDir: "static/js",
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        manualChunks,
        entryFileNames: "static/js/[name]-[hash].js",
        chunkFileNames: "static/js/[name]-[hash].js",
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith(".css"))
            ? "static/css/[name]-[hash][extname]"
            : "static/media/[name]-[hash][extname]",
      },
    },
  },
});
