import { Menu } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconTable } from "@tabler/icons-react";
import type { Editor } from "@tiptap/react";
import { t } from "~/app/i18n/t";

type Chain = ReturnType<Editor["chain"]>;

const acts: readonly [label: string, act: (chain: Chain) => Chain, isDanger?: true][] = [
  ["上方插入行", (chain) => chain.addRowBefore()],
  ["下方插入行", (chain) => chain.addRowAfter()],
  ["左侧插入列", (chain) => chain.addColumnBefore()],
  ["右侧插入列", (chain) => chain.addColumnAfter()],
  ["合并或拆分单元格", (chain) => chain.mergeOrSplit()],
  ["切换表头行", (chain) => chain.toggleHeaderRow()],
  ["删除行", (chain) => chain.deleteRow(), true],
  ["删除列", (chain) => chain.deleteColumn(), true],
  ["删除表格", (chain) => chain.deleteTable(), true],
];

export function TableMenu({ editor }: { editor: Editor }) {
  const isInside = editor.isActive("table");
  return (
    <Menu shadow="md" withinPortal>
      <Menu.Target>
        <RichTextEditor.Control aria-label={t("表格")} title={t("表格")} active={isInside}>
          <IconTable size={16} aria-hidden />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={isInside}
          onClick={() => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}
        >
          {t("插入3×3表格")}
        </Menu.Item>
        {isInside
          ? acts.map(([label, act, isDanger]) => (
              <Menu.Item
                key={label}
                color={isDanger ? "red.9" : undefined}
                onClick={() => act(editor.chain().focus()).run()}
              >
                {t(label)}
              </Menu.Item>
            ))
          : null}
      </Menu.Dropdown>
    </Menu>
  );
}
