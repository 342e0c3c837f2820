import { Box } from "@mantine/core";
import basic from "~/app/basic.module.css";
import type { ChartData, ChartRow } from "~/app/blocks/chart/chart-data";
import { ChartPanel } from "~/app/blocks/chart/chart-panel";
import { Panel } from "~/app/blocks/detail/panel";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { figures } from "~/contract/figures";
import type { Profile } from "~/contract/personal/user";
import {
  type TargetMetric,
  type TargetMonth,
  type TargetRow,
  target,
  targetMetricKeys,
  targetMetrics,
} from "~/contract/system/target";
import classes from "./dashboard.module.css";
import { type OpenRows, opensRows, reachedBy } from "./figure-address";
import { targetText } from "./target-text";

interface MonthBulletsProps {
  targets: TargetMonth;
  people: { team_id?: number; user_id?: number };
  isBare?: boolean;
  onOpen?: ((rows: OpenRows) => void) | undefined;
}

export function MonthBullets({ targets: { month, list }, people, isBare = false, onOpen }: MonthBulletsProps) {
  const profile = useProfile();
  const subject = subjectOf(list, profile, people);
  const maySet = mayCall(profile, target.update) && !isBare;
  const whose = subject && (subject.dim === "team" || subject.id !== profile.id) ? subject.name : "";
  const title = whose ? t("月度目标 {month} · {whose}", { month, whose }) : t("月度目标 {month}", { month });
  const data: ChartData = {
    head: t("指标"),
    series: [
      { key: "actual", label: t("实际") },
      { key: "target", label: t("目标"), isClosed: true },
      { key: "rate", label: t("完成率"), unit: "percent", isClosed: true },
    ],
    rows: targetMetricKeys.flatMap((metric) => (subject ? rowOf(metric, subject) : [])),
  };
  if (isBare)
    return <ChartPanel {...{ title, data, isBare }} figure={figures.target_rate} kind="bullet" period={month} />;
  return (
    <Panel
      title={title}
      tools={
        maySet ? (
          <Link className={`${classes.quiet} ${basic.blue}`} to={`/system/setCenter?tab=target&month=${month}`}>
            {t("设置")}
          </Link>
        ) : null
      }
    >
      {subject ? (
        <Box component="ul" m="-4px -12px -12px" className={basic.list}>
          {data.rows.map((row) => (
            <li key={row.key}>
              <Aim
                row={row}
                onOpen={onOpen && !row.isClosed ? () => onOpen(reachedBy(subject, month, row.key)) : undefined}
              />
            </li>
          ))}
        </Box>
      ) : (
        <p className={`${basic.flat} ${basic.dim} ${basic.size14}`}>{t("本月尚未设置目标")}</p>
      )}
    </Panel>
  );
}

function Aim({ row: { label, values, texts }, onOpen }: { row: ChartRow; onOpen: (() => void) | undefined }) {
  const share = Math.min(100, values[2] ?? 0);
  const content = (
    <>
      <span>{label}</span>
      <span>
        <b className={`${basic.plainText} ${basic.bold}`}>{texts?.[0] ?? "–"}</b> / {texts?.[1]} · {texts?.[2]}
      </span>
      <i aria-hidden style={{ "--share": `${share}%` }} data-done={share === 100 || undefined} />
    </>
  );
  return onOpen ? (
    <button
      type="button"
      className={`${classes.aim} ${basic.plain} ${basic.sinks} ${basic.rounded} ${basic.touch}`}
      onClick={onOpen}
    >
      {content}
    </button>
  ) : (
    <div className={`${classes.aim} ${basic.rounded} ${basic.touch}`}>{content}</div>
  );
}

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

const hasTargets = (list: readonly TargetRow[]): boolean =>
  list.some(({ cells }) => Object.values(cells).some(({ value }) => value !== null));

export const showsTargets = (list: readonly TargetRow[], profile: Profile, people: MonthBulletsProps["people"]) =>
  mayCall(profile, target.update) || subjectOf(list, profile, people) !== undefined;

/** The page's person or team; else the user's own row if it has a target, else, for leaders, their team's. */
function subjectOf(
  list: readonly TargetRow[],
  { id: ownId, team, data_scope, permissions }: Profile,
  { team_id, user_id }: MonthBulletsProps["people"],
) {
  const aimed = list.filter((row) => hasTargets([row]));
  const of = (wanted: TargetRow["dim"], number: number | undefined) =>
    aimed.find(({ dim, id }) => dim === wanted && id === number);
  if (user_id) return of("user", user_id);
  if (team_id) return of("team", team_id);
  const own = of("user", ownId);
  if (own || !permissions.includes("customer:info:assign")) return own;
  return of("team", team?.id) ?? (data_scope === "team" ? aimed[0] : undefined);
}
