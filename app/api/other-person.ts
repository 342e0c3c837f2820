import { forgetReturn } from "~/app/browser/return-path";
import { isTabEnding, saveAll } from "~/app/browser/tab-end";
import { isAnothers } from "./cookie";
import { leave } from "./leave";

async function end(): Promise<void> {
  await saveAll();
  forgetReturn();
  leave.again();
}

/** What this tab shows is another person's than the cookie's: it is loaded anew before it reads or writes anything. Never comes back. */
export function endTab(): Promise<never> {
  if (!isTabEnding()) void end();
  return new Promise(() => undefined);
}

/** Ends the tab where the cookie has become another person's; true then. A new session or token of the same person is nothing. */
export function endIfAnothers(): boolean {
  if (!isAnothers()) return false;
  void endTab();
  return true;
}
