import basic from "~/app/basic.module.css";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import classes from "./chart.module.css";
import { type ChartData, type ChartPoint, type ChartRow, opens, textAt } from "./chart-data";

interface ChartTableProps {
  title: string;
  data: ChartData;
  onOpen?: ((point: ChartPoint) => void) | undefined;
}

/** The numbers of a chart as a table, for screen readers and the keyboard. */
export function ChartTable({ title, data, onOpen }: ChartTableProps) {
  const { head, series, rows } = data;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: needs the focus to be scrolled by keyboard.
    <section className={classes.scroller} data-bounded tabIndex={0} aria-label={t("{title}的数据表", { title })}>
      <table className={`${classes.table} ${basic.table}`}>
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
              <th scope="row">{row.to ? <Link to={row.to}>{row.label}</Link> : row.label}</th>
              {series.map((one, index) => (
                <td key={one.key}>
                  <Value text={textAt(data, row, index)} point={{ row, series: one }} row={row} onOpen={onOpen} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ValueProps extends Pick<ChartTableProps, "onOpen"> {
  text: string;
  point: ChartPoint;
  row: ChartRow;
}

function Value({ text, point, row, onOpen }: ValueProps) {
  if (!onOpen || !opens(point) || text === "--") return text;
  return (
    <button type="button" aria-label={`${row.label} ${point.series.label} ${text}`} onClick={() => onOpen(point)}>
      {text}
    </button>
  );
}
