import { Group, Text } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { useAct } from "~/app/blocks/feedback/use-act";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { type MenuEntry, menu, menuIcons } from "~/contract/system/menu";
import classes from "./menu-editor.module.css";
import { type MenuFacts, MenuRow } from "./menu-row";
import page from "./role.module.css";
import { SaveChanges } from "./save-changes";
import { useEdits } from "./use-edits";

/** The menu as everybody sees it within their permissions: names, signs, order, visibility. */
export function MenuEditor({ entries }: { entries: readonly MenuEntry[] }) {
  const { run, pending, error } = useAct();
  const { edits, edit, drop } = useEdits<string, Partial<MenuFacts>>(0);
  const shown = entries.map((entry) => ({ ...entry, ...edits.get(entry.code) }));
  const change = (code: string, facts: Partial<MenuFacts>) => edit([[code, { ...edits.get(code), ...facts }]]);
  const below = (parent: string | null) =>
    shown.filter((entry) => entry.parent === parent).sort((a, b) => a.sort - b.sort);
  const move = (entry: MenuEntry, by: -1 | 1) => {
    const order = below(entry.parent);
    const from = order.findIndex(({ code }) => code === entry.code);
    const [moved] = order.splice(from, 1);
    if (moved) order.splice(from + by, 0, moved);
    const places = order.map((one) => one.default.sort).sort((a, b) => a - b);
    edit(order.map(({ code }, index) => [code, { ...edits.get(code), sort: places[index] }] as const));
  };
  const items = entries.flatMap((entry, index) => {
    const now = shown[index] ?? entry;
    const lines = differences(entry, now);
    return lines.length ? [{ lines, edit: { code: entry.code, ...factsOf(now) } }] : [];
  });
  const save = (close: () => void) =>
    run(
      menu.update,
      { body: { items: items.map((item) => item.edit) } },
      { success: t("已保存"), onSuccess: close, onError: close },
    );

  const rows = (parent: string | null) => {
    const level = below(parent);
    return level.map((entry, index) => (
      <li key={entry.code}>
        <MenuRow
          entry={entry}
          isFirst={index === 0}
          isLast={index === level.length - 1}
          onChange={(facts) => change(entry.code, facts)}
          onMove={(by) => move(entry, by)}
        />
        {shown.some((other) => other.parent === entry.code) ? (
          <ul className={`${classes.level} ${basic.list}`}>{rows(entry.code)}</ul>
        ) : null}
      </li>
    ));
  };
  return (
    <article className={`${page.part} ${basic.surface}`}>
      <Group component="header" gap="8px 12px" mb={12} mih={36}>
        <Link to="/system/role" className={`${page.back} ${basic.gap4} ${basic.size14}`}>
          <IconArrowLeft size={18} aria-hidden />
          {t("返回列表")}
        </Link>
        <Text component="h2" fz={18} fw={600} className={basic.anywhere}>
          {t("菜单设置")}
        </Text>
      </Group>
      <p className={page.note}>{t("对全体员工生效；每人只看到自己有权限的菜单。隐藏的页面仍可通过地址打开。")}</p>
      <ul className={`${classes.level} ${basic.list}`}>{rows(null)}</ul>
      <SaveChanges
        groups={[{ title: t("修改"), items: items.flatMap(({ lines }) => lines) }]}
        pending={pending}
        error={error}
        onSave={save}
        onDrop={drop}
      />
    </article>
  );
}

const factsOf = ({ title, icon, visible, sort }: MenuFacts): MenuFacts => ({
  title: title.trim(),
  icon,
  visible,
  sort,
});

function differences(entry: MenuEntry, now: MenuEntry): string[] {
  const title = now.title.trim() || entry.default.title;
  const name = entry.title;
  return [
    ...(title === entry.title ? [] : [t("{name}：改名为 {title}", { name, title })]),
    ...(now.icon === entry.icon ? [] : [t("{name}：图标改为 {icon}", { name, icon: iconName(now.icon) })]),
    ...(now.visible === entry.visible ? [] : [now.visible ? t("{name}：显示", { name }) : t("{name}：隐藏", { name })]),
    ...(now.sort === entry.sort ? [] : [t("{name}：调整顺序", { name })]),
  ];
}

function iconName(icon: string | null): string {
  const labels: Readonly<Record<string, string>> = menuIcons;
  return t(labels[icon ?? ""] ?? "默认");
}
