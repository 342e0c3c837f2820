import { FigureTip, figureMark } from "~/app/blocks/figure/figure-name";
import { t } from "~/app/i18n/t";
import { type Kpi, metrics } from "~/contract/dashboard/analytics";
import { figures } from "~/contract/figures";
import { formatNumber } from "~/contract/format";
import classes from "./dashboard.module.css";

/** One figure: its value, its change against the range before, its last points; a click opens the rows behind it. */
export function KpiCard({ figure, onOpen }: { figure: Kpi; onOpen: () => void }) {
  const { label, isCurrent } = metrics[figure.key];
  const noted = [figure.ratio !== null && figures.ratio, figure.target_rate !== null && figures.target_rate];
  const notes = noted.flatMap((one) => (one ? `${t(one.label)}：${t(one.definition)}` : []));
  return (
    <FigureTip of={figure.key} more={notes.join(" ")}>
      <button type="button" className={classes.card} onClick={onOpen}>
        <span className={`${classes.label} ${figureMark}`}>
          {isCurrent ? t("{label}（现值）", { label: t(label) }) : t(label)}
        </span>
        <span className={classes.value}>{formatNumber(figure.value)}</span>
        <span className={classes.foot}>
          <Change title={t("环比")} ratio={figure.ratio} />
          <Spark points={figure.spark} />
        </span>
        {figure.imported ? (
          <span className={classes.label}>{t("另导入 {n}", { n: formatNumber(figure.imported) })}</span>
        ) : null}
        {figure.target_rate === null ? null : (
          <span className={classes.label}>{t("完成率 {rate}%", { rate: formatNumber(figure.target_rate) })}</span>
        )}
      </button>
    </FigureTip>
  );
}

function Change({ title, ratio }: { title: string; ratio: number | null }) {
  if (ratio === null) return <span />;
  const sign = ratio === 0 ? undefined : ratio > 0 ? "up" : "down";
  const arrow = sign === "up" ? "↑" : sign === "down" ? "↓" : "";
  return (
    <span className={classes.change} data-sign={sign}>
      {title} {`${arrow}${formatNumber(Math.abs(ratio))}%`}
    </span>
  );
}

const width = 96;
const height = 28;

/** The last points as a line. */
function Spark({ points }: { points: readonly number[] }) {
  if (points.length < 2) return null;
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const x = (index: number) => 2 + (index * (width - 4)) / (points.length - 1);
  const y = (value: number) => (high === low ? height / 2 : height - 3 - ((value - low) * (height - 6)) / (high - low));
  const line = points.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const last = points.length - 1;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} className={classes.spark} aria-hidden>
      <polyline points={line} />
      <circle cx={x(last)} cy={y(points[last] ?? 0)} r={2} />
    </svg>
  );
}
