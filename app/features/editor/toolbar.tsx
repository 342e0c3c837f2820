import "@mantine/core/styles/Popover.css";
import { RichTextEditor } from "@mantine/tiptap";
import { IconArrowsMaximize, IconArrowsMinimize } from "@tabler/icons-react";
import type { Editor } from "@tiptap/react";
import { t } from "~/app/i18n/t";
import { ColorMenu } from "./color-menu";
import classes from "./editor.module.css";
import { InsertControls } from "./insert-controls";
import { TableMenu } from "./table-menu";

interface ToolbarProps {
  editor: Editor;
  label: string;
  isFull: boolean;
  onFull: () => void;
}

/** The acts on the text; on a phone one line that scrolls sideways. */
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
