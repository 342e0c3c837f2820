import { Button, CloseButton } from "@mantine/core";
import { IconBuilding, IconMovie, IconPhotoOff, type TablerIcon } from "@tabler/icons-react";
import { type NodeViewProps, NodeViewWrapper } from "@tiptap/react";
import { type ReactNode, useEffect, useRef } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { useNames } from "~/app/session/scenes";
import { missingPictureText } from "~/contract/content/rich-text";
import { mimesOf } from "../upload/use-uploads";
import classes from "./editor.module.css";
import { fetchMissing, fillMissing } from "./insert-pictures";

export function MissingView({ node, editor, getPos, deleteNode, ...view }: NodeViewProps) {
  const input = useRef<HTMLInputElement>(null);
  const source: string | null = node.attrs.source;
  useEffect(() => {
    if (source) fetchMissing(editor, source);
  }, [editor, source]);
  return (
    <Box
      {...view}
      icon={IconPhotoOff}
      isWarning
      title={source ? t("正在取回图片…") : t(missingPictureText)}
      detail={node.attrs.value}
      onRemove={deleteNode}
    >
      <Button
        size="compact-sm"
        variant="default"
        title={t("可一次选多张，按顺序补上后面的图片")}
        onClick={() => input.current?.click()}
      >
        {t("上传图片")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={mimesOf("content").join(",")}
        aria-label={t("选择要补上的图片")}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          if (files.length > 0) fillMissing(editor, files, getPos());
        }}
      />
    </Box>
  );
}

/** A film: readers see it play, the editor shows its address. */
export function VideoView({ node, deleteNode, ...view }: NodeViewProps) {
  const src = String(node.attrs.value ?? "");
  const host = URL.canParse(src) ? new URL(src).hostname : src;
  return <Box {...view} icon={IconMovie} title={t("视频：{host}", { host })} detail={src} onRemove={deleteNode} />;
}

export function EstateView({ node, deleteNode, ...view }: NodeViewProps) {
  const id = Number(node.attrs.value);
  const [estate] = useNames("estates", [id]);
  const detail = t("读者看到封面、价格和链接；房源下线后不显示");
  return (
    <Box
      {...view}
      icon={IconBuilding}
      title={t("房源卡片：{name}", { name: estate?.label ?? id })}
      detail={detail}
      onRemove={deleteNode}
    />
  );
}

interface BoxProps extends Pick<NodeViewProps, "selected"> {
  icon: TablerIcon;
  title: string;
  detail: string | null;
  isWarning?: boolean;
  onRemove: () => void;
  children?: ReactNode;
}

const Box = ({ icon: Icon, title, detail, selected, isWarning, onRemove, children }: BoxProps) => (
  <NodeViewWrapper
    className={classes.box}
    data-selected={selected || undefined}
    data-warning={isWarning || undefined}
    data-drag-handle
    contentEditable={false}
  >
    <Icon size={22} stroke={1.5} className={basic.fixed} aria-hidden />
    <span className={`${basic.column} ${basic.grow} ${basic.shrinks}`}>
      <b>{title}</b>
      {detail ? (
        <span className={`${basic.cut} ${basic.dim} ${basic.size12}`} title={detail}>
          {detail}
        </span>
      ) : null}
    </span>
    {children}
    <CloseButton size="sm" aria-label={t("移除{name}", { name: title })} onClick={onRemove} />
  </NodeViewWrapper>
);
