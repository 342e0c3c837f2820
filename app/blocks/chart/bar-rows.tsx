import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { Link } from "~/app/blocks/link";
import classes from "./chart.module.css";
import { type ChartData, type ChartPoint, type ChartRow, opens, textAt } from "./chart-data";

interface BarRowsProps {
  data: ChartData;
  kind: "bars" | "funnel" | "bullet";
  onOpen?: ((point: ChartPoint) => void) | undefined;
}

export function BarRows({ data, kind, onOpen }: BarRowsProps) {
  const most = Math.max(0, ...data.rows.map(({ values }) => values[0] ?? 0));
  // All bars share one maximum length: the space next to them is as wide as the longest numbers.
  const room = Math.max(0, ...data.rows.map((row) => widthOf(numbersOf(data, row))));
  return (
    <ol
      className={`${basic.grid} ${basic.gap2} ${basic.list} ${classes.rows}`}
      data-kind={kind}
      style={{ "--numbers": `${room.toFixed(1)}em` }}
    >
      {data.rows.map((row, place) => (
        <li key={row.key}>
          <Row row={row} series={data.series[0]} onOpen={onOpen}>
            <span className={`${classes.name} ${basic.cut}`}>
              {kind === "bars" ? (
                <span className={basic.dim} style={{ display: "inline-block", minWidth: 24 }}>
                  {row.place ?? place + 1}
                </span>
              ) : null}
              {row.label}
            </span>
            <Bar row={row} most={most} isBullet={kind === "bullet"} />
            <span className={`${basic.flow} ${basic.baseline} ${basic.end} ${basic.oneLine} ${classes.numbers}`}>
              {numbersOf(data, row).map((text, index) =>
                index ? <small key={text}>{text}</small> : <b key={text}>{text}</b>,
              )}
            </span>
          </Row>
        </li>
      ))}
    </ol>
  );
}

const numbersOf = (data: ChartData, row: ChartRow): string[] =>
  data.series.flatMap(({ label }, index) => {
    if (index === 0) return [textAt(data, row, 0)];
    const isKnown = row.values[index] !== null || row.texts?.[index];
    return isKnown ? [`${label} ${textAt(data, row, index)}`] : [];
  });

const widthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + [...text].reduce((all, one) => all + (one > "\u2e80" ? 1.02 : 0.6), 0) + 0.6, 0);

interface RowProps extends Pick<BarRowsProps, "onOpen"> {
  row: ChartRow;
  series: ChartPoint["series"] | undefined;
  children: ReactNode;
}

function Row({ row, series, onOpen, children }: RowProps) {
  const look = { className: `${basic.grid} ${basic.full} ${classes.row}`, "data-own": row.isOwn || undefined };
  const pressed = { ...look, className: `${basic.plain} ${look.className}` };
  if (onOpen && series && opens({ row, series }))
    return (
      <button type="button" {...pressed} onClick={() => onOpen({ row, series })}>
        {children}
      </button>
    );
  if (row.to)
    return (
      <Link {...pressed} to={row.to}>
        {children}
      </Link>
    );
  return <div {...look}>{children}</div>;
}

/** Its length is a share of the longest; for a bullet, of the target or of a higher value. */
function Bar({ row: { values }, most, isBullet }: { row: ChartRow; most: number; isBullet: boolean }) {
  const [value, target] = [values[0] ?? 0, isBullet ? (values[1] ?? null) : null];
  const whole = isBullet ? Math.max(value, target ?? 0) * 1.05 : most;
  const share = (part: number) => `${whole > 0 ? Math.max(0, (part / whole) * 100) : 0}%`;
  return (
    <span className={`${basic.relative} ${classes.bar}`} aria-hidden>
      <span
        className={classes.fill}
        data-done={(target !== null && target > 0 && value >= target) || undefined}
        style={{ width: share(value) }}
      />
      {target ? <span className={classes.aim} style={{ left: share(target) }} /> : null}
    </span>
  );
}
