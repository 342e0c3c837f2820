import { Button, Progress } from "@mantine/core";
import { Blank } from "~/app/blocks/detail/blank";
import { Panel } from "~/app/blocks/detail/panel";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { formatNumber } from "~/contract/format";
import { type TargetMonth, type TargetRow, target, targetMetricKeys, targetMetrics } from "~/contract/system/target";
import classes from "./month-targets.module.css";

/** How far one is with the month: one's own targets, else the team's. Absent where there are none and the viewer sets none. */
export function MonthProgress({ targets: { month, list } }: { targets: TargetMonth }) {
  const profile = useProfile();
  const maySet = mayCall(profile, target.update);
  const subject = subjectOf(list, profile.id);
  if (!subject && !maySet) return null;
  return (
    <Panel
      title={t("月度目标 {month}", { month })}
      tools={
        maySet ? (
          <Button
            component={Link}
            to={`/system/setCenter?tab=target&month=${month}`}
            variant="default"
            size="compact-sm"
          >
            {t("设置")}
          </Button>
        ) : null
      }
    >
      {subject ? (
        <ul className={classes.progress} aria-label={subject.name}>
          {targetMetricKeys
            .filter((metric) => subject.cells[metric].value !== null)
            .map((metric) => (
              <Reached key={metric} metric={metric} cell={subject.cells[metric]} />
            ))}
        </ul>
      ) : (
        <p className={classes.empty}>{t("本月尚未设置目标")}</p>
      )}
    </Panel>
  );
}

/** One's own row where it has a target, else the first that has: the team's. */
function subjectOf(list: readonly TargetRow[], ownId: number): TargetRow | undefined {
  const aimed = list.filter(({ cells }) => Object.values(cells).some(({ value }) => value !== null));
  return aimed.find(({ dim, id }) => dim === "user" && id === ownId) ?? aimed[0];
}

interface ReachedProps {
  metric: keyof typeof targetMetrics;
  cell: TargetRow["cells"]["customer_new"];
}

function Reached({ metric, cell: { value, actual, rate } }: ReachedProps) {
  const { label, unit } = targetMetrics[metric];
  const isDone = (rate ?? 0) >= 100;
  return (
    <li>
      <div className={classes.aim}>
        <span>{t(label)}</span>
        <span>
          <b>{actual === null ? <Blank /> : formatNumber(actual)}</b>
          <span className={classes.target}>
            {" / "}
            {formatNumber(value ?? "")} {t(unit)}
          </span>
          {rate === null ? null : (
            <span className={classes.rate} data-done={isDone || undefined}>
              {formatNumber(rate)}%
            </span>
          )}
        </span>
      </div>
      {rate === null ? null : (
        <Progress value={Math.min(rate, 100)} size="sm" color={isDone ? "green.7" : "brand.6"} aria-label={t(label)} />
      )}
    </li>
  );
}
