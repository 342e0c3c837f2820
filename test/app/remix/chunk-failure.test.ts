import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { patchRemixLoading } from "~/remix/chunk-failure";

const require = createRequire(import.meta.url);
const folder = path.join(path.dirname(require.resolve("@remix-run/react/package.json")), "dist/esm");
const installed = (name: string) => {
  const id = path.join(folder, name);
  return patchRemixLoading(readFileSync(id, "utf8"), id) ?? "";
};

/** The patched function, with what it takes from around it. */
const loadRouteModule = () => {
  const code = installed("routeModules.js")
    .replace("import(/* @vite-ignore */ route.module)", "load(route.module)")
    .replace("export { loadRouteModule };", "");
  return new Function("load", `${code}; return loadRouteModule;`) as (
    load: (url: string) => Promise<unknown>,
  ) => (route: { id: string; module: string }, cache: Record<string, unknown>) => Promise<unknown>;
};

const route = { id: "pool", module: "/static/js/pool.js" };

describe("a route's JS", () => {
  it("that fails is a ChunkLoadError, and nothing is reloaded", async () => {
    const load = loadRouteModule()(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
    await expect(load(route, {})).rejects.toMatchObject({
      name: "ChunkLoadError",
      message: expect.stringContaining("/static/js/pool.js"),
    });
    expect(installed("routeModules.js")).not.toMatch(/location\.reload/);
  });

  it("that takes over 120 seconds is one too", async () => {
    vi.useFakeTimers();
    const load = loadRouteModule()(() => new Promise(() => undefined));
    const result = load(route, {}).catch((error: Error) => error.name);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe("ChunkLoadError");
    vi.useRealTimers();
  });

  it("that comes is kept, with no timer left behind", async () => {
    vi.useFakeTimers();
    const cache: Record<string, unknown> = {};
    const module = { default: () => null };
    expect(await loadRouteModule()(async () => module)(route, cache)).toBe(module);
    expect(cache.pool).toBe(module);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});

describe("a route's CSS", () => {
  let prefetch: (descriptor: { rel: string; as: string; href: string }) => Promise<unknown>;
  const descriptor = { rel: "preload", as: "style", href: "/static/css/pool.css" };

  beforeEach(() => {
    const source = installed("links.js");
    const own = source.slice(
      source.indexOf("async function prefetchStyleLink(descriptor)"),
      source.indexOf("/////", source.indexOf("async function prefetchStyleLink(descriptor)")),
    );
    const helpers = source.slice(source.indexOf("const coming"));
    prefetch = new Function(`${own}; ${helpers}; return prefetchStyleLink;`)();
    document.head.replaceChildren();
  });

  it("that fails is a ChunkLoadError", async () => {
    const result = prefetch(descriptor).catch((error: Error) => `${error.name} ${error.message}`);
    document.head.querySelector("link")?.dispatchEvent(new Event("error"));
    expect(await result).toMatch(/^ChunkLoadError .*CSS chunk \/static\/css\/pool\.css/);
    expect(document.head.querySelector("link")).toBeNull();
  });

  it("that takes over 120 seconds is one too", async () => {
    vi.useFakeTimers();
    const result = prefetch(descriptor).catch((error: Error) => error.name);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe("ChunkLoadError");
    vi.useRealTimers();
  });

  it("that two routes ask for at once comes once, and after a failure anew", async () => {
    const both = Promise.allSettled([prefetch(descriptor), prefetch(descriptor)]);
    const [link, ...others] = document.head.querySelectorAll("link");
    expect(others).toEqual([]);
    link?.dispatchEvent(new Event("error"));
    expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const again = prefetch(descriptor);
    const [anew, ...more] = document.head.querySelectorAll("link");
    expect(more).toEqual([]);
    // As a sheet at last, or its 120 seconds would end within another test.
    for (const _ of ["preload", "stylesheet"]) anew?.dispatchEvent(new Event("load"));
    await again;
  });

  it("that comes stays as a sheet, so that none comes and goes with its screen", async () => {
    const result = prefetch(descriptor);
    const link = document.head.querySelector("link");
    expect(link?.rel).toBe("preload");
    link?.dispatchEvent(new Event("load"));
    expect(link?.rel).toBe("stylesheet");
    link?.dispatchEvent(new Event("load"));
    expect(await result).toBeUndefined();
    expect(document.head.querySelector("link")).toBe(link);
  });
});

describe("a screen's data and its sheet", () => {
  /** A route's lazily loaded part, with the two things that it waits for in the test's hand. */
  function loading({ clientLoader }: { clientLoader?: () => Promise<unknown> } = {}) {
    const source = installed("routes.js");
    const begin = source.indexOf("async function loadRouteModuleWithBlockingLinks");
    const own = source.slice(begin, source.indexOf("async function fetchServerHandler", begin));
    const sheet = vi.fn<() => Promise<void>>();
    const load = new Function(
      "loadRouteModule",
      "prefetchStyleLinks",
      "getRouteModuleComponent",
      `${own}; return loadRouteModuleWithBlockingLinks;`,
    )(
      async () => ({ clientLoader }),
      sheet,
      () => undefined,
    ) as (...given: object[]) => Promise<{ clientLoader?: (args: object) => Promise<unknown> }>;
    return { sheet, load: () => load(route, {}) };
  }

  it("are asked for together, and the screen comes with both", async () => {
    let resolve = () => {};
    const clientLoader = vi.fn(async () => "data");
    const { sheet, load } = loading({ clientLoader });
    sheet.mockReturnValue(
      new Promise((come) => {
        resolve = come;
      }),
    );
    const told: unknown[] = [];
    const shown = (await load()).clientLoader?.({}).then((data) => told.push(data));
    expect(clientLoader).toHaveBeenCalledOnce();
    expect(sheet).toHaveBeenCalledOnce();
    await new Promise((later) => setTimeout(later));
    expect(told).toEqual([]);
    resolve();
    await shown;
    expect(told).toEqual(["data"]);
  });

  it("fail with the sheet, which is asked for again with the next navigation", async () => {
    const { sheet, load } = loading({ clientLoader: async () => "data" });
    let fail: (error: Error) => void = () => {};
    sheet.mockReturnValueOnce(
      new Promise((_, reject) => {
        fail = reject;
      }),
    );
    const { clientLoader } = await load();
    const shown = expect(clientLoader?.({})).rejects.toThrow("CSS");
    fail(new Error("CSS"));
    await shown;
    sheet.mockResolvedValueOnce();
    expect(await clientLoader?.({})).toBe("data");
    expect(await clientLoader?.({})).toBe("data");
    expect(sheet).toHaveBeenCalledTimes(2);
  });

  it("without data the sheet is waited for", async () => {
    const { sheet, load } = loading();
    sheet.mockRejectedValue(new Error("CSS"));
    await expect(load()).rejects.toThrow("CSS");
  });
});

it("what is fetched ahead and fails is not told: the navigation itself tells", () => {
  expect(installed("components.js")).toContain(".catch(() => []).then(");
});

it("passes over every other file", () => {
  expect(patchRemixLoading("anything", "/x/node_modules/@remix-run/react/dist/esm/scroll-restoration.js")).toBeNull();
});

it.each(["routeModules.js", "routes.js", "links.js", "components.js"])(
  "stops the build when an upgrade has changed %s",
  (name) => {
    expect(() => patchRemixLoading("export {};", path.join(folder, name))).toThrow(/not as expected/);
  },
);
