import { mayOpen, type Screen } from "~/contract/screens";
import type { MenuItem } from "~/contract/user";
import type { Caller } from "~/server/identity/caller";

/** The map as one person's menu: built screens that he may open; a group stays where a visible child does. */
export function menuOf(list: readonly Screen[], held: Caller["permissions"]): MenuItem[] {
  return list.flatMap((screen) => {
    if (!screen.menu) return [];
    const children = menuOf(screen.children ?? [], held);
    const isOpen = screen.file !== undefined && mayOpen(screen, held);
    if (!isOpen && children.length === 0) return [];
    const { path, title, icon = null } = screen;
    return [{ code: path.slice(1), path, title, icon, visible: true, is_public: screen.public ?? false, children }];
  });
}
