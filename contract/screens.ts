import { agentScreens } from "./agent/screens";
import { analysisScreens } from "./analysis/screens";
import { articleScreens } from "./article/screens";
import { clueScreens } from "./clue/screens";
import { customerScreens } from "./customer/screens";
import { dashboardScreens } from "./dashboard/screens";
import { dealScreens } from "./deal/screens";
import { houseScreens } from "./house/screens";
import { inquiryScreens } from "./inquiry/screens";
import { notificationScreens } from "./notification/screens";
import { personalScreens } from "./personal/screens";
import { patternOf } from "./public-screens";
import { regionScreens } from "./region/screens";
import { resourceScreens } from "./resource/screens";
import { scheduleScreens } from "./schedule/screens";
import type { Screen } from "./screen";
import { seoScreens } from "./seo/screens";
import { signInScreens } from "./sign-in/screens";
import { specialScreens } from "./special/screens";
import { systemScreens } from "./system/screens";

export type { Screen } from "./screen";

/** Every area's screens, the areas in the menu's order. */
const nodes = [
  ...signInScreens,
  ...dashboardScreens,
  ...analysisScreens,
  ...scheduleScreens,
  ...personalScreens,
  ...agentScreens,
  ...inquiryScreens,
  ...customerScreens,
  ...dealScreens,
  ...houseScreens,
  ...clueScreens,
  ...notificationScreens,
  ...articleScreens,
  ...resourceScreens,
  ...regionScreens,
  ...seoScreens,
  ...specialScreens,
  ...systemScreens,
] as const;

/** The map of every screen (domain S.2, A.3), nested as the URLs nest; routes are flat. Server and app make menu and guards from it. */
export const screens: readonly Screen[] = nodes;

type WithBelow<Node> = Node extends { children: readonly (infer Child)[] } ? Node | WithBelow<Child> : Node;
type Opened = Extract<WithBelow<(typeof nodes)[number]>, { file: string }>;

/** The paths of all staff screens. */
export type StaffPath = Exclude<Opened, { public: true }>["path"];

/** The paths of the screens in the menu that everybody may open. */
export type OpenPath = Extract<Opened, { public: true; menu: true }>["path"];

/** A screen with the chain of its parents, outermost first. */
export interface PlacedScreen extends Screen {
  parents: readonly Screen[];
}

function place(list: readonly Screen[], parents: readonly Screen[]): PlacedScreen[] {
  return list.flatMap((screen) => [{ ...screen, parents }, ...place(screen.children ?? [], [...parents, screen])]);
}

/** Every screen of the map, flat, in the map's order. */
export const allScreens: readonly PlacedScreen[] = place(screens, []);

const patterns = allScreens.filter(({ partOf }) => !partOf).map((screen) => ({ screen, pattern: patternOf(screen) }));

/** The screen that an address belongs to; letters match in either case. */
export function screenAt(pathname: string): PlacedScreen | undefined {
  return patterns.find(({ pattern }) => pattern.test(pathname))?.screen;
}

/** The menu entry for the part of a screen at this address. */
export function partAt({ pathname, search }: { pathname: string; search: string }): PlacedScreen | undefined {
  const screen = screenAt(pathname);
  const given = new URLSearchParams(search);
  // A record that is open over the list has tabs of its own.
  if (!screen || given.has("open")) return undefined;
  return allScreens.find(({ path, partOf }) => {
    const named = new URLSearchParams(path.replace(/^[^?]*/, ""));
    return partOf === screen.path && [...named].every(([name, value]) => given.get(name) === value);
  });
}

/** The title of the form of a new record where this address holds one, as the screen's data reads it: without a number (of a country, a code) there is no record. */
export function titleOfNew({ newRecord }: Screen, search: URLSearchParams): string | undefined {
  if (!newRecord) return undefined;
  const [name, value] = newRecord.at?.split("=") ?? [];
  const isNew = name ? search.get(name) === value : !(Number(search.get("id")) > 0 || search.get("code"));
  return isNew ? newRecord.title : undefined;
}

/** Whether a holder of these codes may open the screen. */
export function mayOpen(screen: Screen, held: ReadonlySet<string> | readonly string[]): boolean {
  if (!screen.permission) return true;
  const has = (code: string) => (Array.isArray(held) ? held.includes(code) : (held as ReadonlySet<string>).has(code));
  return typeof screen.permission === "string" ? has(screen.permission) : screen.permission.some(has);
}
