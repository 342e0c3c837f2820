import { RichTextEditor } from "@mantine/tiptap";
import { IconBuilding, IconMovie, IconPhoto } from "@tabler/icons-react";
import type { Editor } from "@tiptap/react";
import { useRef, useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { mimesOf } from "../upload/use-uploads";
import { insertPictures } from "./insert-pictures";

const VideoDialog = lazyPart(() => import("./video-dialog"), "VideoDialog");
const EstateDialog = lazyPart(() => import("./estate-dialog"), "EstateDialog");

/** Inserts pictures, films and estates. */
export function InsertControls({ editor }: { editor: Editor }) {
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<"video" | "estate">();
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
      {control(t("插入视频"), IconMovie, () => setOpened("video"))}
      {control(t("插入房源卡片"), IconBuilding, () => setOpened("estate"))}
      {opened === "video" ? <VideoDialog onInsert={(src) => insert("video", src)} onClose={close} /> : null}
      {opened === "estate" ? <EstateDialog onInsert={(id) => insert("estate", String(id))} onClose={close} /> : null}
    </>
  );
}
