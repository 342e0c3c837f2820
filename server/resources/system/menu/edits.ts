import { type Screen, screens } from "~/contract/screens";
import type { MenuEntry } from "~/contract/system/menu";
import type { Db } from "~/server/database/database";
import { menu } from "~/server/database/tables/system/admin";

type MenuRecord = typeof menu.$inferSelect;

/** What the menu says otherwise than the map, by the path of the screen. */
export type MenuEdits = ReadonlyMap<string, MenuRecord>;

export async function menuEdits(db: Db): Promise<MenuEdits> {
  const rows = await db.select().from(menu);
  return new Map(rows.map((row) => [row.code, row]));
}

/** Places of the map lie apart, so that an entry can be put between two. */
const apart = 10;

/** The entries of one level as they are shown, in their order. */
export function inOrder<T extends Screen>(list: readonly T[], edits: MenuEdits) {
  return list
    .map((screen, index) => {
      const edit = edits.get(screen.path);
      const base = { title: screen.title, icon: screen.icon ?? null, sort: (index + 1) * apart };
      return {
        screen,
        base,
        title: edit?.title ?? base.title,
        icon: edit?.icon ?? base.icon,
        sort: edit?.sort ?? base.sort,
        visible: edit?.visible ?? true,
      };
    })
    .sort((a, b) => a.sort - b.sort);
}

/** Where the menu itself is edited: hidden, nobody would find the way back. */
const kept = ["/system", "/system/role"];

/** Every entry that somebody may see in a menu, in the menu's order: a group, then its pages. */
export function entriesOf(
  edits: MenuEdits,
  list: readonly Screen[] = screens,
  parent: string | null = null,
): MenuEntry[] {
  return inOrder(list, edits).flatMap(({ screen, base, ...shown }) => {
    if (!screen.menu) return [];
    const can = { hide: !kept.includes(screen.path) };
    return [
      { code: screen.path, parent, ...shown, default: base, can },
      ...entriesOf(edits, screen.children ?? [], screen.path),
    ];
  });
}
