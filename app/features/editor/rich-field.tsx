import "@mantine/core/styles/ColorPicker.css";
import "@mantine/core/styles/TypographyStylesProvider.css";
import "@mantine/tiptap/styles.css";
import { Flex, Input } from "@mantine/core";
import { RichTextEditor, type RichTextEditorLabels } from "@mantine/tiptap";
import { type Editor, useEditor } from "@tiptap/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import type { ControlProps } from "~/app/blocks/form/field/choice-field";
import { useLatest } from "~/app/blocks/use-latest";
import { parseHtml, withoutHandlers } from "~/app/features/rich-text/parse-html";
import { t } from "~/app/i18n/t";
import { letterCount, mediaIn, richNodes } from "~/contract/content/rich-text";
import classes from "./editor.module.css";
import { extensions } from "./extensions";
import { insertPictures } from "./insert-pictures";
import { cleanPasted } from "./paste";
import { withoutAddresses } from "./picture-files";
import { Toolbar } from "./toolbar";

export function RichField({ input, field, value, onChange }: ControlProps & { value: string }) {
  const [isFull, setIsFull] = useState(false);
  const editor = useRichEditor({ ...input, value, onChange, isRequired: field.isRequired });
  useFullScreen(isFull);
  const leave = (event: KeyboardEvent) => {
    // A menu or a dialog of the editor handles the key itself.
    if (event.key !== "Escape" || !isFull || event.defaultPrevented) return;
    if (event.currentTarget.contains(event.target as Node)) setIsFull(false);
  };
  return (
    <Input.Wrapper
      id={input.id}
      label={input.label}
      labelElement="div"
      description={input.description}
      error={input.error}
      withAsterisk={input.withAsterisk}
    >
      <RichTextEditor
        editor={editor}
        labels={labels()}
        className={classes.editor}
        classNames={{ content: classes.content ?? "" }}
        data-full={isFull || undefined}
        data-error={Boolean(input.error) || undefined}
        onKeyDown={leave}
        onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || input.onBlur()}
      >
        {editor ? (
          <Toolbar editor={editor} label={input.label} isFull={isFull} onFull={() => setIsFull(!isFull)} />
        ) : null}
        <RichTextEditor.Content />
        <Written html={value} />
      </RichTextEditor>
    </Input.Wrapper>
  );
}

interface Bound extends Pick<ControlProps["input"], "id" | "label" | "disabled"> {
  value: string;
  isRequired: boolean;
  onChange: (html: string) => void;
}

function useRichEditor({ id, label, disabled, value, isRequired, onChange }: Bound): Editor | null {
  const change = useLatest(onChange);
  // The editor's own output is not set again: the caret would be lost.
  const written = useRef(value);
  const present = useRef<Editor | null>(null);
  const editor = useEditor({
    extensions,
    content: withoutHandlers(value),
    editable: !disabled,
    // The page is rendered only in the browser.
    immediatelyRender: true,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        id,
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        ...(isRequired && { "aria-required": "true" }),
      },
      transformPastedHTML: cleanPasted,
      handlePaste: (_, event) => takeFiles(present.current, event, event.clipboardData),
      handleDrop: (view, event, _slice, isMoved) => {
        if (isMoved) return false;
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        return takeFiles(present.current, event, event.dataTransfer, place);
      },
    },
    onUpdate: ({ editor: changed }) => {
      written.current = changed.isEmpty ? "" : withoutAddresses(changed.getHTML());
      change(written.current);
    },
  });
  present.current = editor;
  // A restored draft, or somebody else's version, comes from outside.
  useEffect(() => {
    if (!editor || value === written.current) return;
    written.current = value;
    editor.commands.setContent(withoutHandlers(value), false);
  }, [editor, value]);
  return editor;
}

function takeFiles(editor: Editor | null, event: Event, data: DataTransfer | null, place?: number): boolean {
  const files = [...(data?.files ?? [])];
  if (!editor || files.length === 0 || hasWords(data?.getData("text/html") ?? "")) return false;
  event.preventDefault();
  insertPictures(editor, files, place);
  return true;
}

const hasWords = (html: string): boolean => Boolean(parseHtml(html).body.textContent?.trim());

function useFullScreen(isFull: boolean): void {
  useEffect(() => {
    if (!isFull) return;
    const { overflow } = document.body.style;
    document.body.style.overflow = "hidden";
    return () => {
      document.body.style.overflow = overflow;
    };
  }, [isFull]);
}

function Written({ html }: { html: string }) {
  const missing = html.split(`"${richNodes.missing}"`).length - 1;
  const counts = [t("{n} 字", { n: letterCount(html) }), t("{n} 张图片", { n: mediaIn(html).length })];
  return (
    <Flex
      flex="none"
      justify="space-between"
      gap={12}
      px={12}
      py={6}
      c="dimmed"
      fz={12}
      className={`${basic.overlined} ${classes.written}`}
    >
      <span>{counts.join(" · ")}</span>
      {missing ? <b>{t("{n} 张图片待上传", { n: missing })}</b> : null}
    </Flex>
  );
}

const labels = (): Partial<RichTextEditorLabels> => ({
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
