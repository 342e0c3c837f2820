import "@mantine/core/styles/Progress.css";
import { Button, Center, CloseButton, Group, Progress, SegmentedControl, TextInput } from "@mantine/core";
import { type Editor, type NodeViewProps, NodeViewWrapper } from "@tiptap/react";
import basic from "~/app/basic.module.css";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { t } from "~/app/i18n/t";
import { pictureWidths } from "~/contract/content/rich-text";
import classes from "./editor.module.css";
import { sendPicture } from "./insert-pictures";
import { usePictureAddress, useSending } from "./picture-files";

const widths = pictureWidths.map((width) => ({ value: String(width), label: `${width}%` }));
const places = { left: "居左", center: "居中", right: "居右" } as const;

export function PictureView({ node: { attrs }, editor, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const sending = useSending(attrs.sending);
  const address = usePictureAddress(attrs.mediaId);
  const src = sending?.url ?? address;
  return (
    <NodeViewWrapper
      className={classes.picture}
      data-selected={selected || undefined}
      data-align={attrs.align ?? "center"}
      style={{ textAlign: attrs.align ?? "center" }}
    >
      {src ? (
        <img src={src} alt={attrs.alt ?? ""} style={{ width: `${attrs.width ?? 100}%` }} data-drag-handle draggable />
      ) : (
        <Center mih={120} c="dimmed" fz={13} style={{ border: "1px dashed var(--app-line)", borderRadius: 6 }}>
          {address === "" ? t("图片已不存在") : t("图片加载中")}
        </Center>
      )}
      {attrs.mediaId ? (
        attrs.alt || selected ? null : (
          <span className={classes.badge}>{t("缺少图片说明")}</span>
        )
      ) : (
        <Arrival {...{ editor, sending }} />
      )}
      {selected && attrs.mediaId && editor.isEditable ? (
        <Group
          component="fieldset"
          justify="center"
          gap={8}
          mt={8}
          p={8}
          className={`${basic.bordered} ${basic.rounded}`}
          bg="var(--mantine-color-body)"
          ta="start"
          contentEditable={false}
          aria-label={t("图片设置")}
        >
          <TextInput
            size="xs"
            flex="1 1 220px"
            aria-label={t("图片说明")}
            placeholder={t("图片说明：搜索引擎和读屏软件读它")}
            maxLength={200}
            value={attrs.alt ?? ""}
            onChange={(event) => updateAttributes({ alt: event.currentTarget.value })}
          />
          <SelectOne
            size="xs"
            w={84}
            aria-label={t("图片宽度")}
            data={widths}
            value={String(attrs.width ?? 100)}
            allowDeselect={false}
            onChange={(width) => updateAttributes({ width: width === "100" ? null : Number(width) })}
          />
          <SegmentedControl
            size="xs"
            aria-label={t("图片位置")}
            data={Object.entries(places).map(([value, label]) => ({ value, label: t(label) }))}
            value={attrs.align ?? "center"}
            onChange={(align) => updateAttributes({ align: align === "center" ? null : align })}
          />
          <CloseButton size="sm" aria-label={t("删除图片")} onClick={deleteNode} />
        </Group>
      ) : null}
    </NodeViewWrapper>
  );
}

function Arrival({ editor, sending }: { editor: Editor; sending: ReturnType<typeof useSending> }) {
  if (!sending) return null;
  const { key, file, progress, hasFailed } = sending;
  return hasFailed ? (
    <Button className={classes.arrival} size="xs" color="red.9" onClick={() => sendPicture(editor, key)}>
      {t("上传失败，重试")}
    </Button>
  ) : (
    <Progress
      className={classes.arrival}
      value={progress}
      size="lg"
      aria-label={t("正在上传{name}", { name: file.name })}
    />
  );
}
