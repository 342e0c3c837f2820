import type { MenuItem } from "~/contract/personal/user";
import { mayOpen, type Screen } from "~/contract/screens";
import type { Caller } from "~/server/lib/caller";
import { inOrder, type MenuEdits } from "~/server/resources/system/menu/edits";

/**
 * The map as one person's menu, as its titles, signs, order and visibility have been edited: screens that they may open; a group
 * stays where a child does, and is seen where a child is.
 */
export function menuOf(list: readonly Screen[], held: Caller["permissions"], edits: MenuEdits): MenuItem[] {
  return inOrder(list, edits).flatMap(({ screen, title, icon, visible }) => {
    if (!screen.menu) return [];
    const children = menuOf(screen.children ?? [], held, edits);
    const isOpen = leadsSomewhere(screen, list, held) && mayOpen(screen, held);
    if (!isOpen && children.length === 0) return [];
    const { path } = screen;
    const isSeen = visible && (isOpen || children.some((child) => child.visible));
    return [{ code: path.slice(1), path, title, icon, visible: isSeen, is_public: screen.public ?? false, children }];
  });
}

/** A screen does, and a part of one that they may open; a group does not. */
const leadsSomewhere = ({ file, partOf }: Screen, beside: readonly Screen[], held: Caller["permissions"]): boolean =>
  file !== undefined || beside.some((screen) => screen.path === partOf && mayOpen(screen, held));
