import { Button, Loader, Skeleton, Stack, Text } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { toast } from "~/app/api/toast";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { BlockedHint } from "~/app/blocks/feedback/blocked-hint";
import { Empty } from "~/app/blocks/feedback/states";
import { FigureTip, figureMark } from "~/app/blocks/figure/figure-name";
import { lazyPart } from "~/app/blocks/lazy-part";
import { MenuButton } from "~/app/blocks/menu-button";
import { t } from "~/app/i18n/t";
import type { FigureText } from "~/contract/figures";
import { BarRows } from "./bar-rows";
import classes from "./chart.module.css";
import { type ChartData, type ChartKind, type ChartPoint, isEmpty, valueText } from "./chart-data";
import { ChartLegend } from "./chart-legend";
import { ChartTable } from "./chart-table";
import { HeatMap } from "./heat-map";

interface ChartPanelProps {
  title: string;
  figure?: FigureText;
  kind: ChartKind;
  data: ChartData | undefined;
  error?: string | undefined;
  again?: () => void;
  period?: string;
  tools?: ReactNode;
  empty?: string;
  /** For a wall screen: no buttons. */
  isBare?: boolean;
  /** Of what recharts draws, in pixels. */
  height?: number;
  onOpen?: ((point: ChartPoint) => void) | undefined;
}

const Drawing = lazyPart(
  () => import("./drawings"),
  "Drawing",
  ({ height }) => <Skeleton h={height} />,
);

export function ChartPanel(props: ChartPanelProps) {
  const { title, figure, kind, data, error, again, period, tools, empty, isBare = false, height = 240, onOpen } = props;
  const place = useRef<HTMLDivElement>(null);
  const [isTable, setTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setHidden((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]));
  const shows = error === undefined && data !== undefined && !isEmpty(data) ? data : undefined;
  const notes = [title, figure ? t(figure.definition) : "", period ?? ""].filter(Boolean);
  const heading = figure ? (
    <FigureTip of={figure}>
      <button type="button" className={`${basic.plain} ${figureMark}`} style={{ cursor: "help" }}>
        {title}
      </button>
    </FigureTip>
  ) : undefined;
  return (
    <div ref={place} className={classes.chart}>
      <Panel
        title={title}
        heading={heading}
        tools={
          <div className={`${basic.wrap} ${basic.gap8} ${basic.pushed}`} data-tools="">
            {tools}
            {shows && !isBare ? (
              <More
                {...{ title, notes, place, isTable, data: shows }}
                name={period ? `${title} ${period}` : title}
                onTable={kind === "table" ? undefined : setTable}
              />
            ) : null}
          </div>
        }
      >
        {period ? <p className={`${classes.period} ${basic.dim} ${basic.size13}`}>{period}</p> : null}
        {error !== undefined ? (
          <Failed error={error} again={again} />
        ) : data === undefined ? (
          <Skeleton h={height} role="progressbar" aria-label={t("加载中")} />
        ) : shows === undefined ? (
          <Empty title={empty} />
        ) : isTable ? (
          <ChartTable title={title} data={shows} onOpen={onOpen} />
        ) : (
          <Picture {...{ title, kind, data: shows, hidden, height, onOpen }} onToggle={toggle} />
        )}
      </Panel>
    </div>
  );
}

interface PictureProps extends Pick<ChartPanelProps, "title" | "kind" | "onOpen"> {
  data: ChartData;
  hidden: ReadonlySet<string>;
  height: number;
  onToggle: (key: string) => void;
}

function Picture({ title, kind, data, hidden, height, onOpen, onToggle }: PictureProps) {
  if (kind === "table") return <ChartTable title={title} data={data} onOpen={onOpen} />;
  if (kind === "heat") return <HeatMap title={title} data={data} onOpen={onOpen} />;
  if (kind === "bars" || kind === "funnel" || kind === "bullet")
    return <BarRows data={data} kind={kind} onOpen={onOpen} />;
  const drawing = (
    <figure className={`${classes.drawing} ${basic.relative} ${basic.flat}`} aria-label={summaryOf(title, kind, data)}>
      <div aria-hidden>
        <Drawing data={data} kind={kind} height={height} hidden={hidden} onOpen={onOpen} />
      </div>
    </figure>
  );
  if (kind === "donut")
    return (
      <div className={`${basic.wrap} ${classes.donut}`}>
        {drawing}
        <ChartLegend entries={sharesOf(data)} hidden={hidden} onToggle={onToggle} />
      </div>
    );
  return (
    <>
      {data.series.length > 1 ? <ChartLegend entries={data.series} hidden={hidden} onToggle={onToggle} /> : null}
      {drawing}
    </>
  );
}

function summaryOf(title: string, kind: ChartKind, { series, rows }: ChartData): string {
  const sum = (index: number) => rows.reduce((before, { values }) => before + (values[index] ?? 0), 0);
  const sums = (kind === "donut" ? series.slice(0, 1) : series).flatMap(({ label, unit }, index) =>
    unit === undefined || unit === "count" || unit === "cny" ? [`${label} ${valueText(sum(index), unit)}`] : [],
  );
  const words = [title, ...sums].join(t("，"));
  return t("{words}；逐项数据见表格", { words });
}

function sharesOf({ rows, series: [first] }: ChartData) {
  const sum = rows.reduce((before, { values }) => before + (values[0] ?? 0), 0);
  return rows.map(({ key, label, values, texts }) => ({
    key,
    label,
    value:
      texts?.[0] ??
      `${valueText(values[0] ?? null, first?.unit)} · ${sum ? Math.round(((values[0] ?? 0) / sum) * 1000) / 10 : 0}%`,
  }));
}

interface MoreProps {
  title: string;
  name: string;
  data: ChartData;
  notes: readonly string[];
  place: RefObject<HTMLDivElement>;
  isTable: boolean;
  /** Absent: there is only the table. */
  onTable: ((isTable: boolean) => void) | undefined;
}

function More({ title, name, data, notes, place, isTable, onTable }: MoreProps) {
  const [isBusy, setBusy] = useState(false);
  const run = async (act: (files: typeof import("./chart-export")) => Promise<void>) => {
    setBusy(true);
    try {
      await act(await import("./chart-export"));
    } catch {
      toast.error(t("导出失败，请重试"));
    } finally {
      setBusy(false);
    }
  };
  const takePicture = (files: typeof import("./chart-export")) =>
    place.current ? files.exportPicture(place.current, name) : Promise.resolve();
  const actions = [
    ...(onTable ? [{ label: isTable ? t("看图") : t("看表"), onSelect: () => onTable(!isTable) }] : []),
    { label: t("导出图片"), onSelect: () => run(takePicture) },
    { label: t("导出表格"), onSelect: () => run((files) => files.exportSheet({ name, data, notes })) },
  ];
  return (
    <MenuButton actions={actions}>
      {({ isWaiting, ...opener }) => (
        <button
          type="button"
          className={`${basic.plain} ${basic.inlineRow} ${basic.centered} ${basic.dim} ${classes.more}`}
          aria-label={t("{about}的更多操作", { about: title })}
          title={t("看表、导出")}
          aria-haspopup="menu"
          disabled={isBusy}
          {...opener}
        >
          {isWaiting ? <Loader size={16} /> : <IconDots size={16} stroke={1.6} aria-hidden />}
        </button>
      )}
    </MenuButton>
  );
}

const Failed = ({ error, again }: { error: string; again: (() => void) | undefined }) => (
  <Stack align="center" py="xl" role="alert">
    <Text>{error || t("加载失败")}</Text>
    {again ? (
      <Button variant="default" onClick={again}>
        {t("重试")}
      </Button>
    ) : null}
    <BlockedHint />
  </Stack>
);
