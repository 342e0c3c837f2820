import "@mantine/core/styles/Popover.css";
import { Menu } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconBuilding,
  IconLibraryPhoto,
  IconMovie,
  IconPhoto,
  IconTable,
} from "@tabler/icons-react";
import type { Editor } from "@tiptap/react";
import { useRef, useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { useMediaPicker } from "../media-library/use-media-picker";
import { mimesOf } from "../upload/use-uploads";
import { ColorMenu } from "./color-menu";
import classes from "./editor.module.css";
import { insertKnown, insertPictures } from "./insert-pictures";

/** Pictures put into a text by one choice. */
const mostAtOnce = 20;

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

function TableMenu({ editor }: { editor: Editor }) {
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

const VideoDialog = lazyPart(() => import("./video-dialog"), "VideoDialog");
const EstateDialog = lazyPart(() => import("./estate-dialog"), "EstateDialog");

function InsertControls({ editor }: { editor: Editor }) {
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<"video" | "estate">();
  const picker = useMediaPicker("content", mostAtOnce, (files) => insertKnown(editor, files));
  const insert = (type: "video" | "estate", value: string) => {
    setOpened(undefined);
    editor.chain().focus().insertContent({ type, attrs: { value } }).run();
  };
  const close = () => setOpened(undefined);
  const control = (label: string, Icon: typeof IconPhoto, onClick: () => void) => (
    <RichTextEditor.Control aria-label={label} title={label} onClick={onClick}>
      <Icon size={16} aria-hidden />
    </RichTextEditor.Control>
  );
  return (
    <>
      {control(t("插入图片"), IconPhoto, () => input.current?.click())}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={mimesOf("content").join(",")}
        aria-label={t("选择正文图片")}
        onChange={(event) => {
          insertPictures(editor, [...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
      {picker.open ? control(t("插入素材库图片"), IconLibraryPhoto, picker.open) : null}
      {picker.dialog}
      {control(t("插入视频"), IconMovie, () => setOpened("video"))}
      {control(t("插入房源卡片"), IconBuilding, () => setOpened("estate"))}
      {opened === "video" ? <VideoDialog onInsert={(src) => insert("video", src)} onClose={close} /> : null}
      {opened === "estate" ? <EstateDialog onInsert={(id) => insert("estate", String(id))} onClose={close} /> : null}
    </>
  );
}

interface ToolbarProps {
  editor: Editor;
  label: string;
  isFull: boolean;
  onFull: () => void;
}

export function Toolbar({ editor, label, isFull, onFull }: ToolbarProps) {
  const fullLabel = isFull ? t("退出全屏") : t("全屏");
  return (
    <RichTextEditor.Toolbar className={classes.toolbar} role="toolbar" aria-label={t("{label}工具栏", { label })}>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
        <RichTextEditor.H4 />
        <RichTextEditor.Blockquote />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        <RichTextEditor.Strikethrough />
        <ColorMenu editor={editor} />
        <RichTextEditor.ClearFormatting />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.AlignLeft />
        <RichTextEditor.AlignCenter />
        <RichTextEditor.AlignRight />
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
        <InsertControls editor={editor} />
        <TableMenu editor={editor} />
        <RichTextEditor.Hr />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Control aria-label={fullLabel} title={fullLabel} aria-pressed={isFull} onClick={onFull}>
          {isFull ? <IconArrowsMinimize size={16} aria-hidden /> : <IconArrowsMaximize size={16} aria-hidden />}
        </RichTextEditor.Control>
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}
