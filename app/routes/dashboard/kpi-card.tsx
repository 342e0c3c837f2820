import { Group } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { FigureTip, figureMark } from "~/app/blocks/figure/figure-name";
import { t } from "~/app/i18n/t";
import type { Kpi } from "~/contract/dashboard/blocks";
import { allFigures } from "~/contract/dashboard/figure-texts";
import { metrics } from "~/contract/dashboard/metrics";
import { formatNumber } from "~/contract/decimal";
import { figures } from "~/contract/figures";
import { formatMoney, formatPercent } from "~/contract/format";
import classes from "./dashboard.module.css";

export function KpiCard({ figure, onOpen }: { figure: Kpi; onOpen?: (() => void) | undefined }) {
  const { label, isCurrent, unit } = metrics[figure.key];
  const points = unit === "percent" ? t("点") : "%";
  const noted = [figure.ratio !== null && figures.ratio, figure.target_rate !== null && figures.target_rate];
  const notes = noted.flatMap((one) => (one ? `${t(one.label)}：${t(one.definition)}` : []));
  return (
    <FigureTip of={allFigures[figure.key]} more={notes.join(" ")}>
      <button
        type="button"
        className={`${classes.card} ${basic.plain} ${basic.sinks} ${basic.column} ${basic.gap2} ${basic.rounded}`}
        onClick={onOpen}
      >
        <span className={`${basic.dim} ${basic.size13} ${figureMark}`}>
          {isCurrent ? t("{label}（现值）", { label: t(label) }) : t(label)}
        </span>
        <span className={classes.value}>
          <Value value={figure.value} unit={unit} />
        </span>
        <Group component="span" justify="space-between" wrap="nowrap" gap={8} mih={28}>
          {isCurrent ? <span /> : <Change title={t("环比")} ratio={figure.ratio} unit={points} />}
          <Spark points={figure.spark} />
        </Group>
        {figure.yoy_ratio === null ? null : <Change title={t("同比")} ratio={figure.yoy_ratio} unit={points} />}
        {figure.imported ? (
          <span className={`${basic.dim} ${basic.size13}`}>
            {t("另导入 {n}", { n: formatNumber(figure.imported) })}
          </span>
        ) : null}
        {figure.cancelled ? (
          <span className={`${basic.dim} ${basic.size13}`}>{t("退 {n}", { n: formatNumber(figure.cancelled) })}</span>
        ) : null}
        {figure.parts ? <Parts of={figure.parts} /> : null}
        {figure.target_rate === null ? null : (
          <span className={`${basic.dim} ${basic.size13}`}>
            {t("完成率 {rate}%", { rate: formatNumber(figure.target_rate) })}
          </span>
        )}
      </button>
    </FigureTip>
  );
}

function Parts({ of: { received, confirming, open } }: { of: NonNullable<Kpi["parts"]> }) {
  const parts = [
    [t("已收"), received],
    [t("待确认"), confirming],
    [t("待收"), open],
  ] as const;
  const some = parts.filter(([, amount]) => amount > 0);
  return some.length ? (
    <span className={`${basic.dim} ${basic.size13}`}>
      {some.map(([label, amount], index) => (
        <span key={label} style={{ display: "inline-block", marginInlineEnd: 6 }}>
          {index ? "· " : ""}
          {label} {formatMoney(String(amount), "CNY")}
        </span>
      ))}
    </span>
  ) : null;
}

/** A number and next to it its small unit; a percentage of nothing is `--`. */
function Value({ value, unit }: { value: number | null; unit: (typeof metrics)[Kpi["key"]]["unit"] }) {
  if (value === null) return "--";
  const text =
    unit === "percent"
      ? formatPercent(value)
      : unit === "cny"
        ? formatMoney(String(value), "CNY")
        : formatNumber(value);
  const [, number, small] = /^([-\d.,]*)(.*)$/.exec(text) ?? [];
  return (
    <>
      {number}
      <small>{small}</small>
    </>
  );
}

function Change({ title, ratio, unit }: { title: string; ratio: number | null; unit: string }) {
  // Nothing to compare with (domain D.2).
  if (ratio === null) return <span className={`${basic.oneLine} ${basic.dim} ${basic.size13}`}>{title} --</span>;
  const [arrow, color] = ratio === 0 ? ["", basic.dim] : ratio > 0 ? ["↑", basic.good] : ["↓", basic.late];
  return (
    <span className={`${basic.oneLine} ${color} ${basic.size13}`}>
      {title} {`${arrow}${formatNumber(Math.abs(ratio))}${unit}`}
    </span>
  );
}

const width = 96;
const height = 28;

function Spark({ points }: { points: Kpi["spark"] }) {
  const known = points.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const last = known.at(-1);
  // A line of zeros says nothing.
  if (!last || known.length < 2 || known.every(({ value }) => value === 0)) return null;
  const values = known.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (index: number) => 2 + (index * (width - 4)) / (points.length - 1);
  const y = (value: number) => (high === low ? height / 2 : height - 3 - ((value - low) * (height - 6)) / (high - low));
  const line = known.map(({ value, index }) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={`${classes.spark} ${basic.fixed}`}
      aria-hidden
    >
      <polyline points={line} />
      <circle cx={x(last.index)} cy={y(last.value)} r={2} />
    </svg>
  );
}
