import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { restore } from "~/app/browser/persisted";
import { forgetReturn } from "~/app/browser/return-path";
import { forgetSession } from "~/app/browser/session-memory";
import { fileLine, keepDriven } from "./driven";
import { stored } from "./idb-memory";
import { endTurn } from "./turn";

// Each file begins without what those before it have left in modules that stay loaded, and with the globals of the environment.
forgetSession();
forgetReturn();
vi.unstubAllGlobals();

let complaints: unknown[][] = [];

beforeEach(({ task }) => {
  keepDriven(fileLine(task.file.name));
  stored.clear();
  complaints = [];
  vi.spyOn(console, "error").mockImplementation((...words) => complaints.push(words));
});

// A test that expects a complaint stubs console.error itself.
// What a test shares with the next of its file, such as a dictionary, may still come.
afterAll(endTurn);

afterEach(() => {
  const heard = complaints;
  complaints = [];
  vi.restoreAllMocks();
  // The next file has the same window: there no link could be pressed.
  if (typeof window !== "undefined" && HTMLAnchorElement.prototype.click !== HTMLElement.prototype.click)
    throw new Error("put HTMLAnchorElement.prototype.click back, as vi.spyOn does");
  if (heard.length) throw new Error(`unexpected console.error: ${heard.map((words) => words.join(" ")).join("\n")}`);
});

// A file that draws nothing runs without a document. Last, so that what is drawn goes before complaints are counted.
if (typeof window !== "undefined") {
  // Files of a worker share the window, and what the product keeps of a person in it.
  window.localStorage.clear();
  window.sessionStorage.clear();
  await restore();
  (await import("./dom-setup")).setUpDocument();
  // In the product it loads in an idle moment; floats.test.tsx tests what is shown before.
  await (await import("~/app/blocks/floats")).floats.reach();
}
