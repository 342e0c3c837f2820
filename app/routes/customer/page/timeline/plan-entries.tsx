import basic from "~/app/basic.module.css";
import { NameLink } from "~/app/blocks/page-link";
import { scheduleActions } from "~/app/features/schedule/schedule-actions";
import type { ScheduleActs } from "~/app/features/schedule/schedule-acts";
import { ScheduleStatus, ScheduleType, spanText } from "~/app/features/schedule/schedule-labels";
import { t } from "~/app/i18n/t";
import { AreaText, RequirementStatus } from "~/app/routes/customer/requirement/requirement-labels";
import type { RequirementRow } from "~/contract/customer/requirement";
import { shanghaiDay } from "~/contract/day";
import type { ScheduleRow } from "~/contract/schedule/schedule";
import { Entry } from "./entry";
import classes from "./timeline.module.css";

export function PlanEntry({ row, acts }: { row: ScheduleRow; acts: ScheduleActs }) {
  const { title, location, content, result } = row;
  return (
    <Entry
      kind="schedule"
      at={row.start_at}
      time={shortSpan(row)}
      what={
        <>
          <button
            type="button"
            className={`${basic.plain} ${basic.anywhere} ${basic.bold} ${basic.blue}`}
            onClick={() => acts.ask({ act: "view", row })}
          >
            {title}
          </button>
          <ScheduleType type={row.type} />
          <ScheduleStatus {...row} />
        </>
      }
      who={row.user.name}
      about={title}
      actions={scheduleActions(row, acts).map((one) => one && { ...one, shortcut: undefined })}
    >
      {content ? <p className={classes.text}>{content}</p> : null}
      {location || result ? (
        <p className={classes.more}>
          {location ? <span>{t("地点：{location}", { location })}</span> : null}
          {result ? <span>{t("完成情况：{result}", { result })}</span> : null}
        </p>
      ) : null}
    </Entry>
  );
}

export const RequirementEntry = ({ row }: { row: RequirementRow }) => (
  <Entry
    kind="requirement"
    at={row.created_at}
    what={
      <>
        <strong>{t("新增需求")}</strong>
        <RequirementStatus row={row} />
      </>
    }
  >
    <p className={classes.text}>
      <NameLink to="?tab=requirements">{row.title}</NameLink>
    </p>
    <p className={classes.more}>
      <span>{row.requirement_no}</span>
      {row.area_min === null && row.area_max === null ? null : (
        <span>
          <AreaText row={row} />
        </span>
      )}
      {row.annex_count ? <span>{t("附件 {count}", { count: row.annex_count })}</span> : null}
    </p>
  </Entry>
);

const shortSpan = (row: ScheduleRow) => spanText(row).replaceAll(`${shanghaiDay().slice(0, 4)}-`, "");
