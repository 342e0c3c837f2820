import "@mantine/core/styles/SegmentedControl.css";
import { Button, SegmentedControl } from "@mantine/core";
import { IconMoodSmile, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { dayName } from "~/app/blocks/detail/format";
import { Panel } from "~/app/blocks/detail/panel";
import { State } from "~/app/blocks/feedback/states";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { openScreen } from "~/app/session/pages";
import { useProfile } from "~/app/session/viewer-context";
import { dayScopes, type Today } from "~/contract/dashboard/blocks";
import { shanghaiDay } from "~/contract/day";
import { type DayActs, useDayActs } from "./day-acts";
import { DayEntry } from "./day-entry";
import { type DayGroup, groupsOf } from "./day-lines";
import classes from "./day-list.module.css";

/** As many lines as stand there at first; the others open below. */
const first: Record<DayGroup["key"], number> = { late: 6, today: 10, anytime: 5, pool: 4 };

interface DayListProps {
  day: Today;
  onScope: (scope: Today["scope"]) => void;
}

/** The day as it comes: each thing to do with what one does next, in its place. */
export function DayList({ day, onScope }: DayListProps) {
  const acts = useDayActs();
  const groups = groupsOf(day);
  return (
    <Panel
      title={t("今日工作")}
      tools={
        <div className={classes.tools}>
          <span className={classes.date}>{dayName(shanghaiDay())}</span>
          {day.has_team ? (
            <SegmentedControl
              aria-label={t("谁的工作")}
              size="xs"
              value={day.scope}
              data={Object.entries(dayScopes).map(([value, label]) => ({ value, label: t(label) }))}
              onChange={(scope) => onScope(scope === "team" ? "team" : "mine")}
            />
          ) : null}
          <Link to="/schedule-list" className={classes.all}>
            {t("全部日程")}
          </Link>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={acts.plan}
          >
            {t("新增日程")}
          </Button>
        </div>
      }
    >
      {groups.length ? (
        groups.map((group) => <Group key={group.key} group={group} isTeam={day.scope === "team"} acts={acts} />)
      ) : (
        <NothingToDo />
      )}
      {acts.dialogs}
    </Panel>
  );
}

interface GroupProps {
  group: DayGroup;
  isTeam: boolean;
  acts: DayActs;
}

function Group({ group: { key, title, lines, count, rest }, isTeam, acts }: GroupProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, first[key]);
  const folded = lines.length - shown.length;
  return (
    <section className={classes.group} data-group={key} aria-label={title}>
      <h3>
        {title} <span>{count}</span>
      </h3>
      <ul>
        {shown.map((line) => (
          <DayEntry key={line.key} line={line} isTeam={isTeam} acts={acts} />
        ))}
      </ul>
      {folded || rest.length ? (
        <p className={classes.rest}>
          {folded ? (
            <button type="button" onClick={() => setWhole(true)}>
              {t("展开其余 {n} 条", { n: folded })}
            </button>
          ) : null}
          {rest.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </p>
      ) : null}
    </section>
  );
}

/** A day without anything to do: where there would be something. */
function NothingToDo() {
  const { permissions } = useProfile();
  const pool = openScreen("/customer/publicCustomer", permissions);
  return (
    <State icon={IconMoodSmile} title={t("今天的事都做完了")}>
      {pool ? (
        <Button variant="default" component={Link} to={pool.path}>
          {t("去公海看看")}
        </Button>
      ) : null}
    </State>
  );
}
