import { useRevalidator } from "@remix-run/react";
import { IconFileUpload, IconMovie } from "@tabler/icons-react";
import { toast } from "~/app/api/toast";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { CoverTitle } from "~/app/features/content/cover-title";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { BatchReply, Page } from "~/contract/common";
import { type MediaDetail, MediaRow, media } from "~/contract/content/media";
import { mayCall } from "~/contract/endpoint";
import { formatBytes } from "~/contract/format";
import { keeping, replacing } from "./media-acts";

const MediaDialog = lazyPart(() => import("./media-dialog"), "MediaDialog");

const list: List<MediaRow> = {
  name: "media",
  endpoint: media.list,
  columns: columnsOf(MediaRow, [
    {
      key: "name",
      width: 320,
      isSentence: true,
      render: ({ name, thumb, width, height }) => (
        <CoverTitle cover={thumb} title={name}>
          {width && height ? `${width}×${height}` : null}
        </CoverTitle>
      ),
    },
    { key: "kind", width: 80 },
    { key: "size", width: 96, render: ({ size }) => formatBytes(size) },
    { uploader: 110, created_at: 140 },
    { key: "status", width: 90 },
  ]),
  filters: filtersOf(media.list, MediaRow, [
    { name: "keyword", label: "名称" },
    "kind",
    "status",
    { name: "uploader_id", by: "uploader", scene: "users" },
    { name: "created", by: "created_at" },
  ]),
  card: { tags: ["kind"], facts: ["size", "uploader"], time: "created_at" },
  title: "name",
  nameOf: ({ name }) => name,
};

interface MediaTabProps {
  page: Page<MediaRow>;
  item: MediaDetail | undefined;
}

/** 素材库: the files of public content. */
export function MediaTab({ page, item }: MediaTabProps) {
  const profile = useProfile();
  const acts = useActs();
  const { revalidate } = useRevalidator();
  const { open, close } = useAddressDialog("media");
  const edits = mayCall(profile, media.keep);
  const undoable = (reply: { batch_id: number }, done: string) =>
    import("~/app/features/undo/undo").then(({ offerUndo }) => offerUndo(reply.batch_id, done, revalidate));
  const tell = ({ batch_id, failed: [refused] }: BatchReply, done: string) => {
    if (refused) toast.error(refused.message);
    else if (batch_id !== null) undoable({ batch_id }, done);
  };
  const send = (scene: keyof typeof keeping, onClose: () => void) => (
    <ActDialog form={keeping[scene]} of={scene} onClose={onClose} />
  );
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          row.status === "ready" && {
            label: row.can.edit ? t("编辑") : t("查看"),
            opens: row.can.edit ? "row" : "name",
            onSelect: () => open("media", row.id),
          },
          row.can.edit &&
            acts.form(replacing, row, {
              onDone: (reply) => undoable(reply, t("已替换“{name}”", { name: row.name })),
            }),
          row.can.delete &&
            acts.remove(media.trash, { body: { ids: [row.id] } }, deleteText([row]), {
              success: undefined,
              onSuccess: (reply) => tell(reply, t("已删除“{name}”", { name: row.name })),
            }),
          row.can.restore &&
            acts.atOnce(
              t("恢复"),
              media.restore,
              { body: { ids: [row.id] } },
              { onSuccess: (reply) => tell(reply, t("已恢复“{name}”", { name: row.name })) },
            ),
          row.can.destroy &&
            acts.remove(
              media.destroy,
              { params: { id: row.id } },
              t("将彻底删除“{name}”，文件不能恢复。", { name: row.name }),
              { confirmLabel: t("彻底删除"), success: t("已彻底删除") },
            ),
        ]}
        bulk={useBulk(list, page, [
          edits && {
            label: t("删除"),
            max: 100,
            isDanger: true,
            blocked: ({ can }) => (can.delete ? undefined : t("已在回收站")),
            run: (rows, report) =>
              acts.confirm(
                media.trash,
                { body: { ids: rows.map(({ id }) => id) } },
                { text: deleteText(rows), confirmLabel: t("删除"), onSuccess: report },
              ),
          },
          edits && {
            label: t("恢复"),
            max: 100,
            blocked: ({ can }) => (can.restore ? undefined : t("不在回收站")),
            run: (rows, report) =>
              acts.run(media.restore, { body: { ids: rows.map(({ id }) => id) } }, { onSuccess: report }),
          },
        ])}
        create={
          edits ? (
            <CreateButton label={t("上传图片")} onClick={() => acts.open((onClose) => send("content", onClose))} />
          ) : null
        }
        tools={[
          edits && { label: t("上传视频"), icon: IconMovie, dialog: (onClose) => send("film", onClose) },
          edits && { label: t("上传报告"), icon: IconFileUpload, dialog: (onClose) => send("report", onClose) },
        ]}
      />
      {item ? (
        <MediaDialog key={`${item.id} ${item.version}`} item={item} onUndoable={undoable} onClose={close} />
      ) : null}
      {acts.dialog}
    </>
  );
}

const deleteText = (rows: readonly MediaRow[]) =>
  t("将{names}移入回收站，30天后彻底删除；正在使用的不能删除。", {
    names: namesOf(rows.map(({ name }) => `“${name}”`)),
  });
