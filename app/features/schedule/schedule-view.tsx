import { Stack } from "@mantine/core";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Person } from "~/app/blocks/detail/person";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { Link } from "~/app/blocks/link";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { customerPage } from "~/app/features/customer/customer-path";
import { dealPath } from "~/app/features/deal/deal-paths";
import { remindText, ScheduleStatus, ScheduleType, spanText } from "~/app/features/schedule/schedule-labels";
import { t } from "~/app/i18n/t";
import type { ScheduleRow } from "~/contract/schedule/schedule";
import { type ScheduleAct, scheduleActions } from "./schedule-actions";

interface ScheduleViewProps {
  row: ScheduleRow;
  ask: (act: ScheduleAct) => void;
  onClose: () => void;
}

export function ScheduleView({ row, ask, onClose }: ScheduleViewProps) {
  const { customer, creator, done_at, result } = row;
  return (
    <Dialog onClose={onClose} title={row.title} size="lg">
      <Stack gap="lg">
        <FactList
          facts={[
            { label: t("时间"), value: spanText(row), isWide: true },
            { label: t("状态"), value: <ScheduleStatus {...row} /> },
            { label: t("类型"), value: <ScheduleType type={row.type} /> },
            {
              label: t("客户"),
              value: customer && (
                <Link to={customerPage(customer)} onClick={onClose}>
                  {customer.name}
                </Link>
              ),
            },
            row.deal !== null && {
              label: t("关联成交"),
              value: (
                <Link to={dealPath(row.deal.id)} onClick={onClose}>
                  {row.deal.name}
                </Link>
              ),
            },
            { label: t("地点"), value: row.location },
            { label: t("提醒"), value: remindText(row.remind_minutes) },
            { label: t("成员"), value: <Person name={row.user.name} /> },
            { label: t("创建人"), value: creator?.name ?? t("系统") },
            row.content !== null && { label: t("内容"), value: row.content, isWide: true },
            done_at !== null && { label: t("完成时间"), value: formatInstant(done_at) },
            result !== null && { label: t("完成情况"), value: result, isWide: true },
          ]}
        />
        <RowActions isTall about={row.title} actions={scheduleActions(row, { ask })} />
      </Stack>
    </Dialog>
  );
}
