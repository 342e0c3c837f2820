import { inArray } from "drizzle-orm";
import type { Change } from "~/contract/common";
import type { FieldError } from "~/contract/errors";
import { type Screen, screens } from "~/contract/screens";
import { menu as contract, type MenuEdit, type MenuEntry, menuIcons } from "~/contract/system/menu";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { menu } from "~/server/database/tables/system/admin";
import { audit } from "~/server/lib/audit";
import { refuseFields, type SignedCall } from "~/server/lib/call";
import { serve } from "~/server/lib/serve";

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
function entriesOf(edits: MenuEdits, list: readonly Screen[] = screens, parent: string | null = null): MenuEntry[] {
  return inOrder(list, edits).flatMap(({ screen, base, ...shown }) => {
    if (!screen.menu) return [];
    const can = { hide: !kept.includes(screen.path) };
    return [
      { code: screen.path, parent, ...shown, default: base, can },
      ...entriesOf(edits, screen.children ?? [], screen.path),
    ];
  });
}

export const menuHandlers = [
  serve(contract.list, async ({ db }) => entriesOf(await menuEdits(db))),

  serve(contract.update, async (call) => {
    await editMenu(call, call.body.items);
    return entriesOf(await menuEdits(call.db));
  }),
];

/** Keeps of each entry only what differs from the map. */
async function editMenu(call: SignedCall, items: readonly MenuEdit[]): Promise<void> {
  const { db, user, services } = call;
  const before = new Map(entriesOf(await menuEdits(db)).map((entry) => [entry.code, entry]));
  const wrong = errorsOf(items, before);
  if (wrong.length) return refuseFields(wrong);
  const codes = items.map(({ code }) => code);
  await db.delete(menu).where(inArray(menu.code, codes));
  const edits = items.flatMap((item) => differenceOf(item, before.get(item.code)));
  const stamp = { updated_by: user.id, updated_at: isoInstant(services.now()) };
  if (edits.length) await db.insert(menu).values(edits.map((edit) => ({ ...edit, ...stamp })));
  const after = entriesOf(await menuEdits(db)).filter(({ code }) => codes.includes(code));
  const changes = after.flatMap((entry) => changesOf(before.get(entry.code), entry));
  if (changes.length === 0) return;
  const names = [...new Set(changes.map(({ field }) => before.get(field)?.default.title ?? field))];
  await audit(call, { module: "system", action: "update", summary: `编辑菜单：${names.join("、")}`, changes });
}

function errorsOf(items: readonly MenuEdit[], known: ReadonlyMap<string, MenuEntry>): FieldError[] {
  const complain = (message: string) => ({ field: "items", label: "菜单", message });
  const codes = new Set(items.map(({ code }) => code));
  if (codes.size !== items.length) return [complain("同一菜单不能出现两次")];
  return items.flatMap(({ code, visible }) => {
    const entry = known.get(code);
    if (!entry) return [complain(`没有菜单：${code}`)];
    if (visible === false && !entry.can.hide) return [complain(`“${entry.title}”不能隐藏，否则无法再打开本页`)];
    return [];
  });
}

function differenceOf({ code, ...edit }: MenuEdit, entry: MenuEntry | undefined) {
  const title = edit.title === entry?.default.title ? null : edit.title;
  const icon = edit.icon === entry?.default.icon ? null : edit.icon;
  const sort = edit.sort === entry?.default.sort ? null : edit.sort;
  const visible = edit.visible === false ? false : null;
  const isEdited = title !== null || icon !== null || sort !== null || visible !== null;
  return isEdited ? [{ code, title, icon, sort, visible }] : [];
}

/** What became of an entry, in words; named by what the map calls it. */
function changesOf(before: MenuEntry | undefined, after: MenuEntry): Change[] {
  if (!before) return [];
  const was = factsOf(before);
  return factsOf(after).flatMap(({ label, word }, index) => {
    const earlier = was[index]?.word ?? null;
    if (earlier === word) return [];
    return [{ field: after.code, label: `${after.default.title}·${label}`, before: earlier, after: word }];
  });
}

const factsOf = ({ title, icon, visible, sort }: MenuEntry) => [
  { label: "名称", word: title },
  { label: "图标", word: icon && (Object.entries(menuIcons).find(([name]) => name === icon)?.[1] ?? icon) },
  { label: "菜单显示", word: visible ? "是" : "否" },
  { label: "排序", word: String(sort) },
];
