import { Button } from "@mantine/core";
import { ChartPanel } from "~/app/blocks/chart/chart-panel";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { figures } from "~/contract/figures";
import {
  type TargetMetric,
  type TargetMonth,
  type TargetRow,
  target,
  targetMetricKeys,
  targetMetrics,
} from "~/contract/system/target";
import { type OpenRows, opensRows, reachedBy } from "./figure-address";
import { targetText } from "./target-text";

interface MonthBulletsProps {
  targets: TargetMonth;
  /** Whose figures the page shows; else one's own targets, or the team's. */
  people: { team_id?: number; user_id?: number };
  isBare?: boolean;
  onOpen?: ((rows: OpenRows) => void) | undefined;
}

/** How far one is with the month: what was reached against each target. */
export function MonthBullets({ targets: { month, list }, people, isBare = false, onOpen }: MonthBulletsProps) {
  const profile = useProfile();
  const subject = subjectOf(list, profile.id, people);
  const whose = subject && (subject.dim === "team" || subject.id !== profile.id) ? subject.name : "";
  return (
    <ChartPanel
      title={whose ? t("月度目标 {month} · {whose}", { month, whose }) : t("月度目标 {month}", { month })}
      figure={figures.target_rate}
      kind="bullet"
      period={month}
      isBare={isBare}
      data={{
        head: t("指标"),
        series: [
          { key: "actual", label: t("实际") },
          { key: "target", label: t("目标"), isClosed: true },
          { key: "rate", label: t("完成率"), unit: "percent", isClosed: true },
        ],
        rows: targetMetricKeys.flatMap((metric) => (subject ? rowOf(metric, subject) : [])),
      }}
      empty={t("本月尚未设置目标")}
      onOpen={onOpen && subject && (({ row }) => onOpen(reachedBy(subject, month, row.key)))}
      tools={
        mayCall(profile, target.update) && !isBare ? (
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
    />
  );
}

/** A metric that has a target, with the unit of its numbers. */
function rowOf(metric: TargetMetric, { dim, cells }: TargetRow) {
  const { value, actual, rate } = cells[metric];
  if (value === null) return [];
  const isClosed = !opensRows(metric, { dim, cells });
  const { label, unit } = targetMetrics[metric];
  const text = rate === null ? "--" : `${rate}%`;
  return [
    {
      ...{ key: metric, label: t(label), unit: metric === "contract_amount" ? "cny" : unit },
      ...{
        values: [actual, Number(value), rate],
        texts: [actual === null ? null : targetText(metric, actual, value), targetText(metric, value), text],
        isClosed,
      },
    },
  ];
}

/** Whether there is something to show at all: a target, or somebody who sets them. */
export const hasTargets = (list: readonly TargetRow[]): boolean =>
  list.some(({ cells }) => Object.values(cells).some(({ value }) => value !== null));

/** Whom the page is narrowed to; else one's own row where it has a target, else the first that has: the team's. */
function subjectOf(list: readonly TargetRow[], ownId: number, { team_id, user_id }: MonthBulletsProps["people"]) {
  const aimed = list.filter((row) => hasTargets([row]));
  if (user_id) return aimed.find(({ dim, id }) => dim === "user" && id === user_id);
  if (team_id) return aimed.find(({ dim, id }) => dim === "team" && id === team_id);
  return aimed.find(({ dim, id }) => dim === "user" && id === ownId) ?? aimed[0];
}
