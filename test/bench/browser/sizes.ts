import type { Page } from "playwright-core";
import { allScreens } from "~/contract/screens";
import { type Weight, weigh } from "../../support/weigh";
import { visit } from "./chromium";
import type { Target } from "./loads";

/** A screen that is opened from another one, and what it fetches beyond. */
export interface FurtherScreen {
  path: string;
  weight: Weight;
}

/** Every screen that needs a sign-in, opened from `start` within the app, each with nothing cached but what `start` has fetched. */
export async function weighFurther(
  start: Target,
  addressOf: (screen: string) => string,
): Promise<readonly FurtherScreen[]> {
  const paths = allScreens
    .filter(({ file, public: isPublic, path }) => file && !isPublic && path !== start.path)
    .map(({ path }) => path);
  const weighed: FurtherScreen[] = [];
  for (const path of paths)
    weighed.push({ path, weight: await visit(start, ({ page }) => weighOne(page, start.path, addressOf(path))) });
  return weighed;
}

async function weighOne(page: Page, from: string, to: string): Promise<Weight> {
  await weigh(page, () => page.goto(from));
  return weigh(page, () => page.evaluate((address) => window.__remixRouter?.navigate(address), to));
}
