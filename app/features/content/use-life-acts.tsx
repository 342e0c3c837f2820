import { useState } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { type ContentKindOf, isForDesktop, type LifeRow } from "./content-kind";
import { publishing, removing, type Scheduled, scheduleForm, takingOffline } from "./life-dialogs";

const PreviewDialog = lazyPart(() => import("./preview-dialog"), "PreviewDialog");
const RevisionsDrawer = lazyPart(() => import("./revisions-drawer"), "RevisionsDrawer");

interface LifeActs {
  /** The form is open: acts that open it are left out. */
  isInForm?: boolean;
  /** What the preview shows: the draft copy, or the saved piece. */
  isDraft?: boolean;
  onGone?: () => void;
}

/** The acts of a content piece's life, for its list and its form. */
export function useLifeActs(kind: ContentKindOf, { isInForm = false, isDraft = false, onGone }: LifeActs = {}) {
  const { endpoints } = kind;
  const [schedule] = useState(() => scheduleForm(kind));
  // Formatted texts are written on the desktop (domain D.0).
  const isTooSmall = useIsPhone() && isForDesktop(kind);
  const [scheduled, setScheduled] = useState<Scheduled>();
  const [opened, setOpened] = useState<{ what: "preview" | "revisions"; row: LifeRow }>();
  const { confirm, dialog } = useConfirm();
  const { run, pending } = useAct();
  const inputOf = ({ id, version }: LifeRow) => ({ params: { id }, body: { version } });
  const close = () => setOpened(undefined);

  const actionsOf = (row: LifeRow): (RowAction | false)[] => {
    const { id, can, blocked, publish_status } = row;
    // A form saves typed text before it publishes, by its own ways.
    const mayWrite = !isInForm && !isTooSmall && can.edit;
    const isHere = !isInForm || publish_status === "scheduled";
    return [
      mayWrite && { label: t("编辑"), shortcut: "E", to: kind.formPath(id) },
      mayWrite && row.has_draft && { label: t("编辑修改稿"), to: kind.formPath(id, true) },
      isHere &&
        can.publish && {
          label: publish_status === "scheduled" ? t("立即发布") : t("发布"),
          blocked: blocked.publish,
          onSelect: () => confirm(endpoints.publish, inputOf(row), publishing(row)),
        },
      isHere &&
        can.schedule && {
          label: publish_status === "scheduled" ? t("改发布时间") : t("定时发布"),
          blocked: blocked.publish,
          onSelect: () => setScheduled(row),
        },
      can.unschedule && {
        label: t("取消定时"),
        onSelect: () => run(endpoints.unschedule, inputOf(row), { success: t("已取消定时，回到草稿") }),
      },
      { label: t("预览"), onSelect: () => setOpened({ what: "preview", row }) },
      { label: t("历史版本"), onSelect: () => setOpened({ what: "revisions", row }) },
      can.offline && {
        label: t("下线"),
        isDanger: true,
        onSelect: () => confirm(endpoints.offline, inputOf(row), takingOffline(row)),
      },
      can.to_draft && {
        label: t("转为草稿"),
        onSelect: () => run(endpoints.toDraft, inputOf(row), { success: t("已转为草稿") }),
      },
      can.delete && {
        label: t("删除"),
        isDanger: true,
        isApart: true,
        blocked: blocked.delete,
        onSelect: () => confirm(endpoints.remove, { params: { id } }, { ...removing(row), onSuccess: onGone }),
      },
    ];
  };
  return {
    actionsOf,
    pending,
    /** Asks for the publication time, right after a save. */
    schedule: setScheduled,
    dialog: (
      <>
        {scheduled ? <ActDialog form={schedule} of={scheduled} onClose={() => setScheduled(undefined)} /> : null}
        {opened?.what === "preview" ? <PreviewDialog {...{ kind, isDraft }} row={opened.row} onClose={close} /> : null}
        {opened?.what === "revisions" ? <RevisionsDrawer kind={kind} row={opened.row} onClose={close} /> : null}
        {dialog}
      </>
    ),
  };
}
