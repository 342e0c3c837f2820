import "@mantine/core/styles/ColorSwatch.css";
import { ColorSwatch, Menu } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconPalette } from "@tabler/icons-react";
import type { Editor } from "@tiptap/react";
import { t } from "~/app/i18n/t";
import { markColors, textColors } from "~/contract/content/rich-text";

const textNames = ["墨黑", "灰色", "蓝色", "红色", "橙色", "绿色", "紫色"] as const;
const markNames = ["黄底", "绿底", "蓝底", "粉底"] as const;

/** Colours of letters and of the marker: only those that the public pages show well. */
export const ColorMenu = ({ editor }: { editor: Editor }) => (
  <Menu shadow="md" withinPortal>
    <Menu.Target>
      <RichTextEditor.Control aria-label={t("文字颜色")} title={t("文字颜色")}>
        <IconPalette size={16} aria-hidden />
      </RichTextEditor.Control>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>{t("文字颜色")}</Menu.Label>
      {textColors.map((color, index) => (
        <Menu.Item
          key={color}
          leftSection={<ColorSwatch color={color} size={14} />}
          onClick={() => editor.chain().focus().setColor(color).run()}
        >
          {t(textNames[index] ?? color)}
        </Menu.Item>
      ))}
      <Menu.Item onClick={() => editor.chain().focus().unsetColor().run()}>{t("恢复默认")}</Menu.Item>
      <Menu.Label>{t("标记")}</Menu.Label>
      {markColors.map((color, index) => (
        <Menu.Item
          key={color}
          leftSection={<ColorSwatch color={color} size={14} />}
          onClick={() => editor.chain().focus().setHighlight({ color }).run()}
        >
          {t(markNames[index] ?? color)}
        </Menu.Item>
      ))}
      <Menu.Item onClick={() => editor.chain().focus().unsetHighlight().run()}>{t("取消标记")}</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
