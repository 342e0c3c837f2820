import { t } from "~/app/i18n/t";
import type { MenuItem } from "~/contract/personal/user";
import { allScreens, mayOpen, type Screen, screenAt } from "~/contract/screens";

export const isPage = ({ path }: MenuItem): boolean => screenAt(path.replace(/\?.*/, ""))?.file !== undefined;

export const pagesOf = (menus: readonly MenuItem[]): MenuItem[] =>
  menus.flatMap((item) => {
    if (!item.visible) return [];
    const below = pagesOf(item.children).map((page) => ({ ...page, icon: page.icon ?? item.icon }));
    return isPage(item) ? [item, ...below] : below;
  });

export function openScreen(path: string, permissions: readonly string[]) {
  const screen = screenAt(path);
  return screen?.file && mayOpen(screen, permissions) ? screen : undefined;
}

/** Screens that are in no menu and need no record: the user's own, such as the schedule. */
export const ownScreens = (permissions: readonly string[]) =>
  allScreens.filter(
    (screen) =>
      screen.file && !screen.menu && !screen.public && screen.parents.length === 0 && mayOpen(screen, permissions),
  );

/** A screen's title: from the menu, whose titles can be edited, else from the map. */
export function titlesIn(menus: readonly MenuItem[]): (screen: Pick<Screen, "path" | "title">) => string {
  const edited = new Map(namesIn(menus));
  return ({ path, title }) => t(edited.get(path) ?? title);
}

const namesIn = (menus: readonly MenuItem[]): (readonly [string, string])[] =>
  menus.flatMap(({ path, title, children }) => [[path, title] as const, ...namesIn(children)]);
