import "@mantine/charts/styles.css";
import { AreaChart, BarChart, DonutChart, LineChart } from "@mantine/charts";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import classes from "./chart.module.css";
import { type ChartData, type ChartPoint, lookOf, marks, opens, textAt, valueText } from "./chart-data";
import { ChartMark } from "./chart-legend";

interface DrawingProps {
  data: ChartData;
  kind: "line" | "area" | "stack" | "donut";
  height: number;
  hidden: ReadonlySet<string>;
  onOpen?: ((point: ChartPoint) => void) | undefined;
}

interface Drawn {
  cx?: number | null;
  cy?: number | null;
  payload?: { key?: string };
}
interface Pointed {
  active?: boolean;
  payload?: { name?: string | number; payload?: { key?: string } }[];
}

const mostMarks = 62;

export const Drawing = (props: DrawingProps) =>
  props.kind === "donut" ? <Donut {...props} /> : <Grid {...props} kind={props.kind} />;

function Grid({ data, kind, height, hidden, onOpen }: DrawingProps & { kind: "line" | "area" | "stack" }) {
  const { rows } = data;
  const unit = data.series[0]?.unit;
  const all = data.series.map((series, index) => ({ series, index, ...lookOf(index) }));
  const shown = all.filter(({ series }) => !hidden.has(series.key));
  const isRight = (key: string) => data.series.find((one) => one.key === key)?.unit !== unit && kind !== "stack";
  const rightUnit = data.series.find(({ key }) => isRight(key))?.unit;
  const points = rows.map(({ key, values }) => ({
    key,
    ...Object.fromEntries(data.series.map((series, index) => [series.key, values[index] ?? null])),
  }));
  // Values close to 100% end at 100%: recharts would go on to 105%.
  const most = Math.max(0, ...rows.flatMap(({ values }) => values.map((one) => one ?? 0)));
  const isShare = kind === "line" && unit === "percent" && most > 75 && most <= 100;
  const whole = isShare ? { domain: [0, 100], tickCount: 5 } : { tickCount: 4 };
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const open = (name: string, drawn: Drawn) => {
    const row = byKey.get(drawn.payload?.key ?? "");
    const series = data.series.find(({ key }) => key === name);
    if (row && series && onOpen && opens({ row, series })) onOpen({ row, series });
  };
  const dotOf = (name: string, isActive: boolean) => (drawn: Drawn) => {
    const one = all.find(({ series }) => series.key === name);
    const { cx, cy, payload } = drawn;
    if (!one || typeof cx !== "number" || typeof cy !== "number" || (!isActive && rows.length > mostMarks))
      return <g key={`${name}:${payload?.key}`} />;
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: by keyboard numbers are opened out of the table.
      <path
        key={`${name}:${payload?.key}`}
        d={marks[one.mark]}
        transform={`translate(${cx},${cy}) scale(${isActive ? 1.5 : rows.length > 31 ? 0.6 : 0.9})`}
        fill={one.color}
        data-opens={onOpen ? true : undefined}
        onClick={() => open(name, drawn)}
      />
    );
  };
  const common = {
    h: height,
    data: points,
    dataKey: "key",
    gridAxis: "x" as const,
    tickLine: "none" as const,
    valueFormatter: (value: number) => valueText(value, unit),
    withRightYAxis: rightUnit !== undefined || shown.some(({ series }) => isRight(series.key)),
    xAxisProps: {
      tickFormatter: (key: string) => byKey.get(key)?.short ?? byKey.get(key)?.label ?? key,
      minTickGap: 24,
    },
    yAxisProps: { allowDecimals: unit !== undefined && unit !== "count", width: 56, ...whole },
    rightYAxisProps: { width: 56, tickCount: 4, tickFormatter: (value: number) => valueText(value, rightUnit) },
    tooltipProps: { content: (pointed: Pointed) => <Pointing data={data} pointed={pointed} hidden={hidden} /> },
  };
  const series = shown.map(({ series: { key, label }, color, dash }) => ({
    ...{ name: key, label, color, strokeDasharray: dash },
    yAxisId: isRight(key) ? "right" : "left",
  }));
  const marked = (name: string) => ({
    isAnimationActive: false,
    dot: dotOf(name, false),
    activeDot: dotOf(name, true),
  });
  if (kind === "line")
    return <LineChart {...common} series={series} curveType="linear" lineProps={({ name }) => marked(name)} />;
  if (kind === "area")
    return (
      <AreaChart
        {...common}
        series={series}
        curveType="linear"
        withGradient={false}
        fillOpacity={0.15}
        areaProps={({ name }) => marked(name)}
      />
    );
  return (
    <BarChart
      {...common}
      series={series.map(({ name, label, color }) => ({ name, label, color }))}
      type="stacked"
      maxBarWidth={28}
      barProps={({ name }) => ({
        isAnimationActive: false,
        stroke: "var(--mantine-color-body)",
        strokeWidth: rows.length > mostMarks ? 0 : 1,
        onClick: (drawn: Drawn) => open(name, drawn),
        ...(onOpen ? { style: { cursor: "pointer" } } : {}),
      })}
    />
  );
}

function Pointing({ data, pointed, hidden }: { data: ChartData; pointed: Pointed; hidden: ReadonlySet<string> }) {
  const row = data.rows.find(({ key }) => key === pointed.payload?.[0]?.payload?.key);
  if (!pointed.active || !row) return null;
  return (
    <div className={`${basic.bordered} ${basic.rounded} ${basic.size13} ${classes.tooltip}`}>
      <p className={basic.dim}>{row.label}</p>
      {data.series.map(({ key, label }, index) =>
        hidden.has(key) ? null : (
          <div key={key}>
            <ChartMark index={index} />
            {label}
            <b>{textAt(data, row, index)}</b>
          </div>
        ),
      )}
    </div>
  );
}

function Donut({ data, height, hidden, onOpen }: DrawingProps) {
  const slices = data.rows.flatMap((row, index) => (hidden.has(row.key) ? [] : [{ row, color: lookOf(index).color }]));
  const sum = slices.reduce((before, { row }) => before + (row.values[0] ?? 0), 0);
  const [series] = data.series;
  return (
    <DonutChart
      size={height - 24}
      thickness={Math.round(height / 8)}
      data={slices.map(({ row, color }) => ({ name: row.key, value: row.values[0] ?? 0, color }))}
      chartLabel={valueText(sum, series?.unit)}
      strokeWidth={2}
      strokeColor="var(--mantine-color-body)"
      tooltipProps={{
        content: ({ active, payload }: Pointed) => {
          const index = data.rows.findIndex(({ key }) => key === payload?.[0]?.name);
          const row = data.rows[index];
          if (!active || !row) return null;
          const share = sum ? Math.round(((row.values[0] ?? 0) / sum) * 1000) / 10 : 0;
          return (
            <div className={`${basic.bordered} ${basic.rounded} ${basic.size13} ${classes.tooltip}`}>
              <div>
                <ChartMark index={index} />
                {row.label}
                <b>
                  {textAt(data, row, 0)} · {t("占 {share}%", { share })}
                </b>
              </div>
            </div>
          );
        },
      }}
      pieProps={{
        // The drawing is hidden from screen readers: the keyboard has the legend and the table.
        rootTabIndex: -1,
        isAnimationActive: false,
        onClick: ({ name }: { name?: string }) => {
          const row = data.rows.find(({ key }) => key === name);
          if (row && series && onOpen && opens({ row, series })) onOpen({ row, series });
        },
        ...(onOpen ? { style: { cursor: "pointer" } } : {}),
      }}
    />
  );
}
