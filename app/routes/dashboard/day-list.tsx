import "@mantine/core/styles/SegmentedControl.css";
import { Box, Flex, Group, SegmentedControl } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { dayName } from "~/app/blocks/detail/format";
import { Panel } from "~/app/blocks/detail/panel";
import { Link } from "~/app/blocks/link";
import { TextLink } from "~/app/blocks/text-link";
import { t } from "~/app/i18n/t";
import { openScreen } from "~/app/session/pages";
import { useProfile } from "~/app/session/viewer-context";
import { dayScopes, type Today } from "~/contract/dashboard/blocks";
import { shanghaiDay } from "~/contract/day";
import { type DayActs, useDayActs } from "./day-acts";
import { DayEntry } from "./day-entry";
import { type DayGroup, groupsOf } from "./day-lines";
import classes from "./day-list.module.css";

const first: Record<DayGroup["key"], number> = { late: 5, today: 8, anytime: 4, pool: 3 };

interface DayListProps {
  day: Today;
  waiting: number;
  onScope: (scope: Today["scope"]) => void;
}

export function DayList({ day, waiting, onScope }: DayListProps) {
  const acts = useDayActs(day);
  const groups = groupsOf(day);
  return (
    <Panel
      title={t("今日工作")}
      tools={
        <Group gap="8px 12px" className={classes.tools}>
          <Box component="span" className={`${basic.dim} ${basic.size14}`} visibleFrom="sm">
            {dayName(shanghaiDay())}
          </Box>
          {day.has_team ? (
            <SegmentedControl
              aria-label={t("谁的工作")}
              size="xs"
              value={day.scope}
              data={Object.entries(dayScopes).map(([value, label]) => ({ value, label: t(label) }))}
              onChange={(scope) => onScope(scope === "team" ? "team" : "mine")}
            />
          ) : null}
          <button
            type="button"
            className={`${classes.add} ${basic.plain} ${basic.sinks} ${basic.inlineRow} ${basic.centered} ${basic.dim}`}
            aria-label={t("新增日程")}
            title={t("新增日程")}
            onClick={acts.plan}
          >
            <IconPlus size={18} stroke={1.6} aria-hidden />
          </button>
        </Group>
      }
    >
      {groups.length ? (
        groups.map((group) => <Part key={group.key} group={group} isTeam={day.scope === "team"} acts={acts} />)
      ) : (
        <NothingToDo waiting={waiting} followsUp={day.tracking_today !== null} />
      )}
      {acts.dialogs}
    </Panel>
  );
}

interface PartProps {
  group: DayGroup;
  isTeam: boolean;
  acts: DayActs;
}

function Part({ group: { key, title, lines, count, rest }, isTeam, acts }: PartProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, first[key]);
  const folded = lines.length - shown.length;
  return (
    <section className={classes.group} data-group={key} aria-label={title}>
      <h3>
        {title} <span>{count}</span>
      </h3>
      <ul className={basic.list}>
        {shown.map((line) =>
          acts.isWritten(line) ? null : <DayEntry key={line.key} line={line} isTeam={isTeam} acts={acts} />,
        )}
      </ul>
      {folded || rest.length ? (
        <p className={`${classes.rest} ${basic.flow} ${basic.size13}`}>
          {folded ? (
            <button
              type="button"
              className={`${basic.plain} ${basic.dim} ${basic.blue}`}
              onClick={() => setWhole(true)}
            >
              {t("展开其余 {n} 条", { n: folded })}
            </button>
          ) : null}
          {rest.map(({ label, to }) => (
            <Link key={to} to={to} className={`${basic.unlined} ${basic.dim} ${basic.blue}`}>
              {label}
            </Link>
          ))}
        </p>
      ) : null}
    </section>
  );
}

function NothingToDo({ waiting, followsUp }: { waiting: number; followsUp: boolean }) {
  const { permissions } = useProfile();
  const pool = openScreen("/customer/publicCustomer", permissions);
  if (waiting)
    return (
      <Flex component="p" wrap="wrap" gap="4px 16px" c="dimmed" m={0}>
        {followsUp
          ? t("今天没有到期的跟进和日程，待办还有 {n} 项", { n: waiting })
          : t("今天没有日程，待办还有 {n} 项", { n: waiting })}
      </Flex>
    );
  return (
    <Flex component="p" wrap="wrap" gap="4px 16px" c="dimmed" m={0}>
      {t("今天的事都做完了")}
      {pool ? <TextLink to={pool.path}>{t("去公海看看")}</TextLink> : null}
    </Flex>
  );
}
