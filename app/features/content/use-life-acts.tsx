import { useState } from "react";
import { useActs } from "~/app/blocks/form/act/use-acts";
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
  const { atOnce, afterQuestion, form, ask, show, pending, dialog } = useActs();
  const inputOf = ({ id, version }: LifeRow) => ({ params: { id }, body: { version } });

  const actionsOf = (row: LifeRow): (RowAction | false)[] => {
    const { id, can, blocked, publish_status } = row;
    // A form saves typed text before it publishes, by its own ways.
    const mayWrite = !isInForm && !isTooSmall && can.edit;
    const isHere = !isInForm || publish_status === "scheduled";
    return [
      mayWrite && { label: t("编辑"), shortcut: "E", to: kind.formPath(id) },
      mayWrite && row.has_draft && { label: t("编辑修改稿"), to: kind.formPath(id, true) },
      isHere &&
        can.publish &&
        afterQuestion(endpoints.publish, inputOf(row), publishing(row), {
          label: publish_status === "scheduled" ? t("立即发布") : t("发布"),
          blocked: blocked.publish,
        }),
      isHere &&
        can.schedule &&
        form(schedule, row, {
          label: publish_status === "scheduled" ? t("改发布时间") : t("定时发布"),
          blocked: blocked.publish,
        }),
      can.unschedule &&
        atOnce(t("取消定时"), endpoints.unschedule, inputOf(row), { success: t("已取消定时，回到草稿") }),
      show(t("预览"), (onClose) => <PreviewDialog {...{ kind, isDraft, row, onClose }} />),
      show(t("历史版本"), (onClose) => <RevisionsDrawer {...{ kind, row, onClose }} />),
      can.offline && afterQuestion(endpoints.offline, inputOf(row), takingOffline(row), { isDanger: true }),
      can.to_draft && atOnce(t("转为草稿"), endpoints.toDraft, inputOf(row), { success: t("已转为草稿") }),
      can.delete &&
        afterQuestion(
          endpoints.remove,
          { params: { id } },
          { ...removing(row), onSuccess: onGone },
          { isDanger: true, isApart: true, blocked: blocked.delete },
        ),
    ];
  };
  return {
    actionsOf,
    pending,
    /** Asks for the publication time, right after a save. */
    schedule: (row: Scheduled) => ask(schedule, row),
    dialog,
  };
}
