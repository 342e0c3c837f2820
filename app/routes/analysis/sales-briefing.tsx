import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { Group, SegmentedControl, Text } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { DateField } from "~/app/blocks/form/field/date-field";
import { useSetAddress } from "~/app/blocks/use-set-address";
import { t } from "~/app/i18n/t";
import { analysis } from "~/contract/analysis/analysis";
import { briefingColumns, briefingFigures } from "~/contract/analysis/figure-texts";
import { formatNumber } from "~/contract/decimal";
import { formatMoney } from "~/contract/format";
import { readQuery } from "~/contract/read-query";
import { briefingTypes } from "~/contract/system/briefing-types";
import classes from "./analysis.module.css";
import { BriefingActs } from "./briefing-acts";
import { ConsultantTable } from "./consultant-table";
import { type Card, FigureCards } from "./figure-cards";
import { aboutBriefing, countText, daysText } from "./hidden-counts";
import { loadBriefing, type ShownBriefing } from "./load";
import { PageTitle } from "./page-title";

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  loadBriefing(readQuery(new URL(request.url).searchParams, analysis.briefing), request.signal);

export { write as clientAction } from "~/app/api/writes";

const units = {
  ...{ inquiry_new: "", response_minutes: "分钟", tracking_valid: "次" },
  ...{ visit_count: "组", subscribe_count: "套", contract_count: "套" },
} as const;
const keys = Object.keys(units) as (keyof typeof units)[];

const types = Object.entries(briefingTypes);

export default function SalesBriefing() {
  const briefing = useLoaderData<typeof clientLoader>();
  const setAddress = useSetAddress();
  const picture = useRef<HTMLDivElement>(null);
  const { type, to, rows, sentences } = briefing;
  const go = (wanted: Record<string, string>) => setAddress(wanted);
  return (
    <div className={`${basic.column} ${basic.gap16}`}>
      <PageTitle />
      <Group gap="8px 12px" className={classes.bar}>
        {rows ? (
          <SegmentedControl
            aria-label={t("简报类型")}
            data={types.map(([value, label]) => ({ value, label: t(label) }))}
            value={type}
            onChange={(next) => go({ type: next })}
          />
        ) : null}
        <div className={classes.date}>
          <DateField label={t("日期")} isBare isRequired value={to} onChange={(date) => go({ date })} />
        </div>
        <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{aboutBriefing(briefing)}</p>
        <BriefingActs briefing={briefing} picture={picture} />
      </Group>
      <div ref={picture} className={`${basic.column} ${basic.gap16}`}>
        <Panel title={t("销售{type} {days}", { type: t(briefingTypes[type]), days: daysText(briefing) })}>
          <div>
            {sentences.map((sentence) => (
              <Text key={sentence} lh={1.9}>
                {sentence}
              </Text>
            ))}
          </div>
        </Panel>
        <Panel title={t("数据")}>
          <FigureCards cards={briefingCards(briefing)} />
        </Panel>
        {rows ? <ConsultantTable briefing={briefing} rows={rows} /> : null}
      </div>
    </div>
  );
}

// what the literal is keyed by

function briefingCards({ figures, cell, contract_amount, target_rate }: ShownBriefing): Card[] {
  const cards = keys.map((key): Card => {
    const { label, definition } = briefingFigures[key];
    const { [key]: count, inquiry_growth: growth } = figures;
    const value = key === "response_minutes" && count === null ? "--" : countText(count, cell);
    const sign = growth !== null && growth > 0 ? "+" : "";
    const note =
      key === "inquiry_new" && growth !== null ? t("环比 {n}%", { n: sign + formatNumber(growth) }) : undefined;
    return { key, figure: { label: t(label), definition }, value, unit: t(units[key]), note };
  });
  const own = (key: "contract_amount" | "target_rate", value: number | null | undefined, text: string): Card[] =>
    value === null || value === undefined
      ? []
      : [{ key, figure: { ...briefingColumns[key], label: t(briefingColumns[key].label) }, value: text }];
  return [
    ...cards,
    ...own("contract_amount", contract_amount, formatMoney(String(contract_amount), "CNY")),
    ...own("target_rate", target_rate, `${formatNumber(target_rate ?? 0)}%`),
  ];
}
