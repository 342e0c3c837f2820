import { useState } from "react";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { now } from "~/contract/now";
import { type ContentKindOf, isForDesktop, type LifeRow } from "./content-kind";
import { reviewActs, reviewForms } from "./review-acts";

const hour = 3_600_000;

const PreviewDialog = lazyPart(() => import("./preview-dialog"), "PreviewDialog");
const RevisionsDrawer = lazyPart(() => import("./revisions-drawer"), "RevisionsDrawer");

interface LifeActs {
  /** The form is open: acts that open it are left out. */
  isInForm?: boolean;
  isDraft?: boolean;
  onGone?: () => void;
}

export function useLifeActs(kind: ContentKindOf, { isInForm = false, isDraft = false, onGone }: LifeActs = {}) {
  const { endpoints } = kind;
  const [schedule] = useState(() => scheduleForm(kind));
  const [review] = useState(() => reviewForms(kind));
  // Formatted texts are written on the desktop (domain D.0).
  const isTooSmall = useIsPhone() && isForDesktop(kind);
  const acts = useActs();
  const { atOnce, afterQuestion, remove, form, ask, show, pending, dialog } = acts;
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
      ...reviewActs(acts, kind, review, row, isInForm),
      can.unschedule &&
        atOnce(t("取消定时"), endpoints.unschedule, inputOf(row), { success: t("已取消定时，回到草稿") }),
      show(t("预览"), (onClose) => <PreviewDialog {...{ kind, isDraft, row, onClose }} />),
      show(t("历史版本"), (onClose) => <RevisionsDrawer {...{ kind, row, onClose }} />),
      can.offline && afterQuestion(endpoints.offline, inputOf(row), takingOffline(row), { isDanger: true }),
      can.to_draft && atOnce(t("转为草稿"), endpoints.toDraft, inputOf(row), { success: t("已转为草稿") }),
      can.delete &&
        remove(
          endpoints.remove,
          { params: { id } },
          removing(row),
          { onSuccess: onGone },
          { isApart: true, blocked: blocked.delete },
        ),
    ];
  };
  return {
    actionsOf,
    pending,
    schedule: (row: Scheduled) => ask(schedule, row),
    submit: (row: Pick<LifeRow, "id" | "version" | "title">) => ask(review.submit, row),
    dialog,
  };
}

type Scheduled = Pick<LifeRow, "id" | "version" | "title" | "publish_status" | "publish_at">;

/** The same full hour tomorrow: most pieces are prepared the day before. */
const nextDay = () => new Date(Math.floor(now() / hour) * hour + 24 * hour).toISOString();

const scheduleForm = ({ endpoints }: ContentKindOf) =>
  actDialog({
    endpoint: endpoints.schedule,
    fields: [{ name: "publish_at" }],
    about: ({ title }: Scheduled) => t("《{title}》到这一时刻自动对外可见，之前可以取消或改时间。", { title }),
    input: ({ id, version }) => ({ params: { id }, body: { version } }),
    value: ({ publish_status, publish_at }) => ({
      publish_at: publish_status === "scheduled" ? publish_at : nextDay(),
    }),
    success: () => t("已定时"),
    submitLabel: "定时发布",
  });

const publishing = ({ title }: Pick<LifeRow, "title">) => ({
  text: t("《{title}》发布后立即对外可见。", { title }),
  confirmLabel: t("发布"),
  isDanger: false,
  success: t("已发布"),
});

const takingOffline = ({ title }: Pick<LifeRow, "title">) => ({
  text: t("《{title}》下线后对外不再可见，可以随时重新发布。", { title }),
  confirmLabel: t("下线"),
  success: t("已下线"),
});

const removing = ({ title }: Pick<LifeRow, "title">) => t("《{title}》及其历史版本将被删除，不能恢复。", { title });
