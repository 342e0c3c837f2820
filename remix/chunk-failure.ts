import type { Plugin } from "vite";

/** How long a chunk may take (domain S.9). */
const chunkTimeout = 120_000;

/** What a failed or late chunk throws; `isChunkLoadError` of remix/chunk-load-error.ts knows it by its name. */
const helpers = `
const coming = {};
const chunkLoadError = (type, url, cause) => Object.assign(
  new Error("Loading " + type + " chunk " + url + " failed. (" + (cause && cause.message || cause) + ")"),
  { name: "ChunkLoadError", type, url, cause },
);
const within = (type, url, loading) => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(chunkLoadError(type, url, "timeout: ${chunkTimeout} ms")), ${chunkTimeout});
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
};
`;

/** By file of @remix-run/react: the present code, and its replacement. */
const replacements: Record<string, readonly { pattern: RegExp; by: string }[]> = {
  "routeModules.js": [
    {
      pattern: /await import\(\s*\/\* webpackIgnore: true \*\/\s*route\.module\)/,
      by: 'await within("JS", route.module, import(/* @vite-ignore */ route.module))',
    },
    {
      pattern: /console\.error\(`Error loading route module[\s\S]*?return new Promise\(\(\) => \{[\s\S]*?\}\);/,
      by: 'throw error && error.name === "ChunkLoadError" ? error : chunkLoadError("JS", route.module, error);',
    },
  ],
  "routes.js": [
    {
      // The screen's data do not wait for its sheet; the screen waits for both. A sheet that failed is asked for again with the next navigation.
      pattern:
        /let routeModule = await loadRouteModule\(route, routeModules\);\s*await prefetchStyleLinks\(route, routeModule\);/,
      by: `let routeModule = await loadRouteModule(route, routeModules);
  let sheets;
  const sheetsStand = async () => {
    sheets ??= prefetchStyleLinks(route, routeModule);
    await sheets.catch(error => {
      sheets = undefined;
      throw error;
    });
  };
  const standing = sheetsStand();
  standing.catch(() => undefined);
  if (!routeModule.clientLoader) await standing;`,
    },
    {
      pattern: /clientLoader: routeModule\.clientLoader,/,
      by: `clientLoader: routeModule.clientLoader && (async args => {
      const standing = sheetsStand();
      standing.catch(() => undefined);
      try {
        return await routeModule.clientLoader(args);
      } finally {
        await standing;
      }
    }),`,
    },
  ],
  // What is fetched ahead may fail; the navigation itself tells of it.
  "components.js": [
    {
      pattern: /void getKeyedPrefetchLinks\(matches, manifest, routeModules\)\.then\(/,
      by: "void getKeyedPrefetchLinks(matches, manifest, routeModules).catch(() => []).then(",
    },
  ],
  "links.js": [
    {
      pattern: /return new Promise\(resolve => \{/,
      // Two routes that come together ask for one sheet once.
      by: 'return coming[descriptor.href] ??= within("CSS", descriptor.href, new Promise((resolve, reject) => {',
    },
    {
      // It stays as a sheet: one that came and went with its screen would style the page anew at each move.
      pattern:
        /link\.onload = \(\) => \{\s*removeLink\(\);\s*resolve\(\);\s*\};\s*link\.onerror = \(\) => \{\s*removeLink\(\);\s*resolve\(\);/,
      by: `link.onload = () => {
      if (link.rel === "stylesheet") return resolve();
      link.rel = "stylesheet";
    };
    link.onerror = () => {
      removeLink();
      reject(chunkLoadError("CSS", descriptor.href, "error"));`,
    },
    {
      pattern: /(document\.head\.appendChild\(link\);\s*\}\));/,
      by: `$1).finally(() => {
    delete coming[descriptor.href];
  });`,
    },
  ],
};

/** Rewrites one of Remix's four loading modules; null for any other file, an exception when an upgrade has changed what it looks for. */
export function patchRemixLoading(code: string, id: string): string | null {
  const name = /\/@remix-run\/react\/dist\/esm\/(routeModules|routes|links|components)\.js(?:$|\?)/.exec(id)?.[1];
  if (!name) return null;
  let patched = code;
  for (const { pattern, by } of replacements[`${name}.js`] ?? []) {
    if (!pattern.test(patched)) {
      throw new Error(
        `chunk-failure: ${name}.js of @remix-run/react is not as expected (${pattern}); see docs/decisions/1300-frame.md`,
      );
    }
    patched = patched.replace(pattern, by);
  }
  return name === "components" || name === "routes" ? patched : patched + helpers;
}

/**
 * A route's JS or CSS that fails or takes over 120 s becomes a ChunkLoadError for the nearest error boundary. Remix 2 would reload the
 * page instead, on a direct visit without end, and would pass over CSS that failed.
 */
export function chunkFailure(): Plugin {
  const patched = new Set<string>();
  return {
    name: "chunk-failure",
    enforce: "pre",
    apply: "build",
    transform(code, id) {
      const result = patchRemixLoading(code, id);
      if (result === null) return null;
      patched.add(id);
      return { code: result, map: null };
    },
    generateBundle(options) {
      // The server build renders index.html once and loads no chunks.
      if (options.dir?.includes("server") || patched.size >= 4) return;
      this.error("chunk-failure: @remix-run/react's loading modules were not met; see docs/decisions/1300-frame.md");
    },
  };
}
