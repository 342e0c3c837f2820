import { forgetReturn } from "~/app/browser/return-path";
import { isTabEnding, saveAll } from "~/app/browser/tab-end";
import { leave } from "./leave";

async function end(): Promise<void> {
  await saveAll();
  forgetReturn();
  leave.again();
}

/** Reloads the page: the cookie is now another person's. Never returns. A new session or token of the same person does not count. */
export function endTab(): Promise<never> {
  if (!isTabEnding()) void end();
  return new Promise(() => undefined);
}
