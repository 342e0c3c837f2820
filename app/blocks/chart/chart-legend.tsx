import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import classes from "./chart.module.css";
import { lookOf, marks } from "./chart-data";

interface Entry {
  key: string;
  label: string;
  value?: string;
}

interface ChartLegendProps {
  entries: readonly Entry[];
  hidden: ReadonlySet<string>;
  onToggle: (key: string) => void;
}

export const ChartLegend = ({ entries, hidden, onToggle }: ChartLegendProps) => (
  <ul className={`${classes.legend} ${basic.flow} ${basic.list}`} aria-label={t("图例")}>
    {entries.map(({ key, label, value }, index) => (
      <li key={key}>
        <button
          type="button"
          className={`${basic.plain} ${basic.inlineRow} ${basic.gap6} ${basic.hover}`}
          aria-pressed={!hidden.has(key)}
          onClick={() => onToggle(key)}
        >
          <ChartMark index={index} />
          {label}
          {value === undefined ? null : <b>{value}</b>}
        </button>
      </li>
    ))}
  </ul>
);

export function ChartMark({ index }: { index: number }) {
  const { color, dash, mark } = lookOf(index);
  return (
    <svg width={22} height={12} viewBox="-11 -6 22 12" aria-hidden>
      <path d="M-11,0H11" stroke={color} strokeWidth={2} strokeDasharray={dash} fill="none" />
      <path d={marks[mark]} fill={color} />
    </svg>
  );
}
