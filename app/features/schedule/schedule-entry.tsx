import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { Person } from "~/app/blocks/detail/person";
import { Link } from "~/app/blocks/link";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { customerPage } from "~/app/features/customer/customer-path";
import { dealPath } from "~/app/features/deal/deal-paths";
import { ScheduleStatus, ScheduleType } from "~/app/features/schedule/schedule-labels";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { ScheduleRow } from "~/contract/schedule/schedule";
import { scheduleActions } from "./schedule-actions";
import type { ScheduleActs } from "./schedule-acts";
import classes from "./schedule-entry.module.css";

export const ScheduleEntries = ({ children }: { children: ReactNode }) => (
  <ul className={`${basic.column} ${basic.gap10} ${basic.list}`}>{children}</ul>
);

export function ScheduleEntry({ row, time, acts }: { row: ScheduleRow; time: string; acts: ScheduleActs }) {
  const profile = useProfile();
  const { customer, location, result, user } = row;
  return (
    <li className={classes.entry} data-state={row.is_overdue ? "overdue" : row.status}>
      <div className={`${basic.row} ${basic.gap8}`}>
        <span className={`${classes.time} ${basic.bold}`}>{time}</span>
        <button
          type="button"
          className={`${basic.plain} ${basic.cut} ${basic.grow} ${basic.size16} ${basic.bold} ${classes.title}`}
          onClick={() => acts.ask({ act: "view", row })}
        >
          {row.title}
        </button>
        <ScheduleType type={row.type} />
        <ScheduleStatus {...row} />
      </div>
      <Group align="stretch" gap="4px 16px" mt={4} mb={10} c="dimmed" fz={14}>
        {customer ? <Link to={customerPage(customer)}>{customer.name}</Link> : null}
        {row.deal ? <Link to={dealPath(row.deal.id)}>{row.deal.name}</Link> : null}
        {location ? <span>{location}</span> : null}
        {user.id === profile.id ? null : <Person name={user.name} />}
        {result ? <span>{t("完成情况：{result}", { result })}</span> : null}
      </Group>
      {/* One among many: none of their acts is the view's own. */}
      <RowActions
        isTall
        about={row.title}
        actions={scheduleActions(row, acts).map((one) => one && { ...one, isPrimary: false })}
      />
    </li>
  );
}
