import { screen, within } from "@testing-library/react";
import type { Actor } from "./route-test";

/** Opens 筛选, of one part of the page where there are several, at one of its fields where that is named, and gives the panel. */
export async function narrowBy(actor: Actor, field?: string, { getByRole } = within(document.body)) {
  await actor.click(getByRole("button", { name: "筛选" }));
  const panel = within(await screen.findByRole("dialog", { name: "筛选" }));
  if (field) await actor.click(await panel.findByRole("button", { name: field }));
  return panel;
}
