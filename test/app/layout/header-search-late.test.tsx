import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { HeaderSearch } from "~/app/layout/header-search";
import { routeTest } from "../../support/route-test";

const chunk = vi.hoisted(() => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
});
vi.mock("~/app/layout/search/search-panel", async (original) => {
  await chunk.promise;
  return original();
});

const { open } = routeTest({
  path: "/dashboard",
  module: { default: HeaderSearch },
  ready: () => screen.findByRole("button", { name: "搜索" }),
});

it("has its field at once, and keeps what is typed before the search has come", async () => {
  const { actor } = await open("", { role: "sales" });
  await actor.keyboard("{Control>}k{/Control}");
  const dialog = within(await screen.findByRole("dialog"));
  const early = dialog.getByRole("textbox", { name: "搜索" });
  await waitFor(() => expect(document.activeElement).toBe(early));
  await actor.keyboard("小");
  chunk.resolve();
  const field = await dialog.findByRole("combobox", { name: "搜索" });
  expect(document.activeElement).toBe(field);
  await actor.keyboard("明");
  expect(field).toHaveProperty("value", "小明");
});
