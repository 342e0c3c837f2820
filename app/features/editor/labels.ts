import type { RichTextEditorLabels } from "@mantine/tiptap";
import { t } from "~/app/i18n/t";

/** The names of the editor's controls. */
export const labels = (): Partial<RichTextEditorLabels> => ({
  boldControlLabel: t("加粗"),
  italicControlLabel: t("斜体"),
  underlineControlLabel: t("下划线"),
  strikeControlLabel: t("删除线"),
  clearFormattingControlLabel: t("清除格式"),
  linkControlLabel: t("链接"),
  unlinkControlLabel: t("取消链接"),
  bulletListControlLabel: t("无序列表"),
  orderedListControlLabel: t("有序列表"),
  h2ControlLabel: t("二级标题"),
  h3ControlLabel: t("三级标题"),
  h4ControlLabel: t("四级标题"),
  blockquoteControlLabel: t("引用"),
  alignLeftControlLabel: t("左对齐"),
  alignCenterControlLabel: t("居中"),
  alignRightControlLabel: t("右对齐"),
  hrControlLabel: t("分隔线"),
  undoControlLabel: t("撤销"),
  redoControlLabel: t("重做"),
  linkEditorInputLabel: t("链接地址"),
  linkEditorInputPlaceholder: "https://",
  linkEditorExternalLink: t("在新窗口打开"),
  linkEditorInternalLink: t("在当前窗口打开"),
  linkEditorSave: t("确定"),
});
