import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isChunkLoadError } from "~/remix/chunk-load-error";
import { placeNow } from "~/remix/navigation";
import { routeMark } from "~/remix/route-mark";

// What Remix documents nowhere and this product rests on (docs/decisions/1310-remix.md): an upgrade that changes it fails here.

const require = createRequire(import.meta.url);
const sourceOf = (name: string, file: string) =>
  readFileSync(path.join(path.dirname(require.resolve(`${name}/package.json`)), file), "utf8");
const plugin = sourceOf("@remix-run/dev", "dist/vite/plugin.js");
const browser = sourceOf("@remix-run/react", "dist/esm/browser.js");

describe("the build", () => {
  it("marks the modules of routes as we tell them by", () => {
    expect(plugin).toContain(`const BUILD_CLIENT_ROUTE_QUERY_STRING = "${routeMark}";`);
  });

  it("writes its manifest where, and as what, the server reads it", () => {
    expect(plugin).toContain(`\`manifest-\${version}.js\``);
    expect(plugin).toContain(`\`window.__remixManifest=\${JSON.stringify(remixBrowserManifest)};\``);
  });
});

describe("the browser", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("keeps its router in the window", () => expect(browser).toContain("window.__remixRouter = router;"));

  it("tells the page that is being opened from the one that stands", () => {
    const location = { pathname: "/a", search: "" };
    expect(placeNow()).toBeUndefined();
    vi.stubGlobal("__remixRouter", { state: { location, navigation: { state: "idle" } } });
    expect(placeNow()).toEqual({ href: "/a", isComing: false });
    const going = { state: "loading", location: { pathname: "/b", search: "?page=2" } };
    vi.stubGlobal("__remixRouter", { state: { location, navigation: going } });
    expect(placeNow()).toEqual({ href: "/b?page=2", isComing: true });
  });

  it("knows a part that could not be loaded by the words of our build, of Vite and of the browsers", () => {
    for (const message of [
      "Failed to fetch dynamically imported module: /static/js/pool.js",
      "error loading dynamically imported module",
      "Importing a module script failed.",
      "Unable to preload CSS for /static/css/pool.css",
    ])
      expect(isChunkLoadError(new TypeError(message))).toBe(true);
    expect(isChunkLoadError(Object.assign(new Error("x"), { name: "ChunkLoadError" }))).toBe(true);
    expect(isChunkLoadError(new Error("x is not a function"))).toBe(false);
  });
});
