import "@mantine/core/styles/Tabs.css";
import { Alert, Stack, Tabs, Text } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import type { FormSection } from "~/app/blocks/form/form-entry";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import { TextLink } from "~/app/blocks/text-link";
import { t } from "~/app/i18n/t";
import { type MediaDetail, type MediaUse, media, mediaPlaces, mediaUsers } from "~/contract/content/media";
import { formatBytes } from "~/contract/format";
import { CropFrame } from "./crop-frame";
import { FocusPoint } from "./focus-point";
import { usePath } from "./media-paths";

interface MediaDialogProps {
  item: MediaDetail;
  onUndoable: (reply: { batch_id: number }, done: string) => void;
  onClose: () => void;
}

type Update = typeof media.update.body;
type Cropping = typeof media.crop.body;

const alts = ["alt_zh", "alt_zh_tw", "alt_ja", "alt_en"] as const;

/** One file of the library: its words and focus, a part to be cut out, and where it is used. */
export function MediaDialog({ item, onUndoable, onClose }: MediaDialogProps) {
  const { run, pending } = useAct();
  const { id, version, name, kind, url, can } = item;
  const isPicture = kind === "image";
  const done = (words: string) => (reply: { batch_id: number }) => {
    onUndoable(reply, words);
    onClose();
  };
  // The form keeps the sections that it opened with.
  const [edit] = useState<FormSection<Update>[]>(() => [
    {
      fields: [{ name: "name", isWide: true }, ...(isPicture ? ([...alts, "focus_x", "focus_y"] as const) : [])],
      ...(isPicture && { below: (values, form) => <FocusPoint url={url} values={values} onPick={form.fill} /> }),
    },
  ]);
  const [crop] = useState<FormSection<Cropping>[]>(() => [
    {
      fields: ["left", "top", "width", "height"],
      below: (values, form) => <CropFrame url={url} values={values} onPick={form.fill} />,
    },
  ]);
  const uses = <Uses uses={item.uses} />;
  if (!can.edit)
    return (
      <Dialog title={name} size="xl" onClose={onClose}>
        <About item={item} />
        {uses}
      </Dialog>
    );
  return (
    <Dialog title={name} size="xl" onClose={onClose}>
      <Tabs defaultValue="edit" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="edit">{t("编辑")}</Tabs.Tab>
          {isPicture ? <Tabs.Tab value="crop">{t("裁剪")}</Tabs.Tab> : null}
          <Tabs.Tab value="uses">{t("引用处（{n}）", { n: item.uses.length })}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="edit">
          <About item={item} />
          <LazyRecordForm
            form={{
              schema: media.update.body,
              sections: edit,
              value: { ...item },
              extra: { version },
              pending,
              onSubmit: (body, then) =>
                run(media.update, { params: { id }, body }, then(done(t("已保存“{name}”", { name: body.name })))),
            }}
            isInDialog
            onCancel={onClose}
          />
        </Tabs.Panel>
        <Tabs.Panel value="crop">
          <LazyRecordForm
            form={{
              schema: media.crop.body,
              sections: crop,
              value: { left: 0, top: 0, width: 100, height: 100 },
              extra: { version },
              pending,
              submitLabel: t("应用裁剪"),
              onSubmit: (body, then) =>
                run(media.crop, { params: { id }, body }, then(done(t("已裁剪“{name}”", { name })))),
            }}
            isInDialog
            onCancel={onClose}
          />
        </Tabs.Panel>
        <Tabs.Panel value="uses">{uses}</Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}

const About = ({ item: { kind, url, name, size, width, height, widths, pages } }: { item: MediaDetail }) => (
  <Stack gap={4} mb="md">
    {kind === "video" ? (
      // biome-ignore lint/a11y/useMediaCaption: films of the house have no captions of their own.
      <video src={url} controls preload="metadata" style={{ maxHeight: 240, background: "#000" }} />
    ) : null}
    <Text size="sm" c="dimmed">
      {[
        width && height && `${width}×${height}`,
        formatBytes(size),
        pages && t("{pages}页", { pages }),
        kind === "image" && (widths.length ? t("已生成宽度{list}", { list: widths.join("、") }) : t("使用原图")),
      ]
        .filter(Boolean)
        .join(" · ")}
    </Text>
    {kind === "doc" ? (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {t("打开{name}", { name })}
      </a>
    ) : null}
  </Stack>
);

function Uses({ uses }: { uses: readonly MediaUse[] }) {
  const pathOf = usePath();
  if (uses.length === 0) return <Alert color="gray">{t("没有引用，可以删除")}</Alert>;
  return (
    <ul aria-label={t("引用处")}>
      {uses.map((use) => {
        const path = pathOf(use);
        const words = `${t(mediaUsers[use.user])}：${use.name ?? t("无权查看")}`;
        return (
          <li key={`${use.user} ${use.id}`}>
            {path ? <TextLink to={path}>{words}</TextLink> : words}（{t(mediaPlaces[use.place])}）
          </li>
        );
      })}
    </ul>
  );
}
