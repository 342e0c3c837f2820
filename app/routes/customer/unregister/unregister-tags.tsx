import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { type UnregisterRow, urgentWorkdays } from "~/contract/customer/unregister";

export const dueText = ({ status, due_at, execute_at }: UnregisterRow): string =>
  status === "approved" && execute_at ? t("{at} 注销", { at: formatInstant(execute_at) }) : formatInstant(due_at);

export function LeftTag({ row: { workdays_left, is_overdue } }: { row: UnregisterRow }) {
  if (workdays_left === null) return "–";
  const text = workdays_left === 0 ? t("今日截止") : t("剩{n}个工作日", { n: workdays_left });
  return (
    <Tag color={is_overdue || workdays_left <= urgentWorkdays ? "red" : "gray"}>{is_overdue ? t("已超时") : text}</Tag>
  );
}
