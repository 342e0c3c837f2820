import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

// What jsdom lacks and Mantine asks for.
vi.stubGlobal("matchMedia", (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
}));
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  vi.spyOn(console, "error").mockImplementation((...words) => complaints.push(words));
});

// A test that expects a complaint stubs console.error itself.
afterEach(() => {
  cleanup();
  const heard = complaints;
  complaints = [];
  vi.restoreAllMocks();
  if (heard.length) throw new Error(`unexpected console.error: ${heard.map((words) => words.join(" ")).join("\n")}`);
});
