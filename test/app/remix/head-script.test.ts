import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runHeadScript } from "~/test/support/head-script";

// What speaks up when nothing else could be loaded. What it asks for at once: first-reply.test.ts.

const started = window as { __started?: boolean };

beforeEach(() => {
  vi.useFakeTimers();
  // Sheets of other files' tests would count.
  document.head.replaceChildren();
  runHeadScript();
});
afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
  delete started.__started;
});

const element = <T extends "script" | "link">(tag: T, given: object) =>
  document.head.appendChild(Object.assign(document.createElement(tag), given));
const script = () => element("script", { type: "text/plain", src: "/static/js/root-1.js" });
const sheet = (rel: string) => element("link", { rel, as: "style", href: "/static/css/root-1.css" });
const fail = (failed: Element) => failed.dispatchEvent(new Event("error"));
const shown = () => document.querySelector("html > [role=alert]");
/** What the panel says, or nothing while there is none. */
const said = () => shown()?.textContent ?? "";
const panel = (cause: string) =>
  expect(said()).toMatch(new RegExp(`^ChunkLoadError页面资源加载失败，请检查网络后重试。.*${cause}重试$`));

it("a script that fails before the product has started is told once, with 重试 in the focus", () => {
  fail(script());
  fail(script());
  panel("/static/js/root-1.js");
  expect(document.activeElement?.textContent).toBe("重试");
});

it("a module that cannot be imported is told as well, but nothing of a product that has started", () => {
  const reject = (reason: Error) => window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason }));
  reject(new Error("x is not a function"));
  expect(said()).toBe("");
  started.__started = true;
  fail(script());
  reject(new TypeError("Failed to fetch dynamically imported module: /static/js/entry-1.js"));
  vi.advanceTimersByTime(120_000);
  expect(said()).toBe("");
  delete started.__started;
  reject(new TypeError("Failed to fetch dynamically imported module: /static/js/entry-1.js"));
  panel("/static/js/entry-1.js");
});

it("a start that takes over 120 seconds is told", () => {
  vi.advanceTimersByTime(119_999);
  expect(said()).toBe("");
  vi.advanceTimersByTime(1);
  panel("timeout: 120000 ms");
});

it("root's style sheet that fails is told, one of a screen or of a part that comes later is not", () => {
  fail(sheet("preload"));
  started.__started = true;
  fail(sheet("stylesheet"));
  expect(said()).toBe("");
  delete started.__started;
  fail(sheet("stylesheet"));
  panel("/static/css/root-1.css");
});
