import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import classes from "./chart.module.css";
import { type ChartData, type ChartPoint, opens, textAt } from "./chart-data";

interface HeatMapProps {
  title: string;
  data: ChartData;
  onOpen?: ((point: ChartPoint) => void) | undefined;
}

const steps = [0, 0.25, 0.5, 0.75, 1];

export function HeatMap({ title, data, onOpen }: HeatMapProps) {
  const { head, series, rows } = data;
  const most = Math.max(1, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: needs the focus to be scrolled by keyboard. */}
      <section className={classes.scroller} tabIndex={0} aria-label={t("{title}的热力图", { title })}>
        <table className={classes.heat}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {series.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.label}</th>
                {series.map((one, index) => {
                  const depth = (row.values[index] ?? 0) / most;
                  const text = textAt(data, row, index);
                  const point = { row, series: one };
                  const words = `${row.label} ${one.label} ${text}`;
                  return (
                    <td
                      key={one.key}
                      className={classes.cell}
                      data-dark={depth > 0.6 || undefined}
                      style={{ "--heat": depth }}
                      title={words}
                    >
                      {onOpen && opens(point) && depth > 0 ? (
                        <button type="button" className={basic.plain} aria-label={words} onClick={() => onOpen(point)}>
                          {text}
                        </button>
                      ) : (
                        <span>{depth || row.texts?.[index] ? text : ""}</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p
        className={`${basic.row} ${basic.end} ${basic.gap6} ${basic.dim} ${basic.size12} ${classes.scale}`}
        aria-hidden
      >
        0
        {steps.map((depth) => (
          <span key={depth} style={{ opacity: 0.08 + depth * 0.92 }} />
        ))}
        {most}
      </p>
    </>
  );
}
