import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { auditActions, type EstateAuditRow, rejectReasons, reviewStatuses } from "~/contract/house/estate-audit";

export const actionColors: Readonly<Record<string, TagColor>> = { create: "brand", update: "cyan", offline: "gray" };
const statusColors: Readonly<Record<string, TagColor>> = { pending: "orange", approved: "green", rejected: "red" };

export const labelOf = (labels: Readonly<Record<string, string>>, key: string): string => t(labels[key] ?? key);

export const ActionTag = ({ action }: Pick<EstateAuditRow, "action">) => (
  <Tag color={actionColors[action]}>{labelOf(auditActions, action)}</Tag>
);

export function ResultTag({
  row: { status, reject_reason },
}: {
  row: Pick<EstateAuditRow, "status" | "reject_reason">;
}) {
  const parts = [labelOf(reviewStatuses, status), reject_reason && labelOf(rejectReasons, reject_reason)];
  return <Tag color={statusColors[status]}>{parts.filter(Boolean).join(" · ")}</Tag>;
}

type Timed = Pick<EstateAuditRow, "workdays_left" | "is_overdue" | "sla_due_at">;

export function LeftTag({ row: { workdays_left, is_overdue, sla_due_at } }: { row: Timed }) {
  if (workdays_left === null) return "–";
  if (is_overdue)
    return (
      <Tag color="red" title={timeOf(sla_due_at)}>
        {t("已超时")}
      </Tag>
    );
  return workdays_left === 0 ? (
    <Tag color="orange">{t("今日 {time} 截止", { time: sla_due_at.slice(11, 16) })}</Tag>
  ) : (
    <Tag title={timeOf(sla_due_at)}>{t("剩{n}个工作日", { n: workdays_left })}</Tag>
  );
}

const timeOf = (at: string) => t("应在 {at} 前审核", { at: `${at.slice(0, 10)} ${at.slice(11, 16)}` });
