import { Group } from "@mantine/core";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { type UnregisterRow, unregisterChecks, urgentWorkdays } from "~/contract/customer/unregister";

type Checked = Pick<UnregisterRow, "checks">;

/** Each check with how much of it is still open; none where nobody has looked. */
export function checksOf({ checks }: Checked): { label: string; count: number }[] {
  return Object.entries(unregisterChecks).flatMap(([name, label]) => {
    const count = checks[name];
    return count === undefined ? [] : [{ label: t(label), count }];
  });
}

/** The checks in short: all passed, or which did not. */
export function ChecksTag({ row }: { row: Checked }) {
  const checks = checksOf(row);
  const open = checks.filter(({ count }) => count > 0);
  if (checks.length === 0) return "–";
  if (open.length === 0) return <Tag color="green">✓ {t("无未结业务")}</Tag>;
  return (
    <Group gap={4} component="span">
      {open.map(({ label, count }) => (
        <Tag key={label} color="red">
          ✗ {label} {count}
        </Tag>
      ))}
    </Group>
  );
}

/** By when the review is due; once the account is let go, when it goes. */
export function dueText({ status, due_at, execute_at }: UnregisterRow): string {
  return status === "approved" && execute_at
    ? t("{at} 注销", { at: formatInstant(execute_at) })
    : formatInstant(due_at);
}

/** How many working days are left for the review. */
export function LeftTag({ row: { workdays_left, is_overdue } }: { row: UnregisterRow }) {
  if (workdays_left === null) return "–";
  const text = workdays_left === 0 ? t("今日截止") : t("剩{n}个工作日", { n: workdays_left });
  return (
    <Tag color={is_overdue || workdays_left <= urgentWorkdays ? "red" : "gray"}>{is_overdue ? t("已超时") : text}</Tag>
  );
}
