import { forgetReturn } from "~/app/browser/return-path";
import { isTabEnding, saveAll } from "~/app/browser/tab-end";
import { leave } from "./leave";

async function end(): Promise<void> {
  await saveAll();
  forgetReturn();
  leave.again();
}

/** What this tab shows is another person's than the cookie's: it is loaded anew before it reads or writes anything. Never comes back. A new session or token of the same person is nothing. */
export function endTab(): Promise<never> {
  if (!isTabEnding()) void end();
  return new Promise(() => undefined);
}
