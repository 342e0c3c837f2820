import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [
    remix({
      ssr: false,
      // As in the product, except v3_singleFetch, which would ask for a server runtime.
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_lazyRouteDiscovery: true,
        v3_routeConfig: true,
      },
    }),
  ],
  esbuild: { jsx: "automatic" },
  // Hashed names and chunks as Remix and Vite make them: nothing here is tuned.
  logLevel: "error",
});
