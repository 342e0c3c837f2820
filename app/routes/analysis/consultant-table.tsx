import { Box } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import basic from "~/app/basic.module.css";
import type { ChartData, ChartPoint } from "~/app/blocks/chart/chart-data";
import { ChartPanel } from "~/app/blocks/chart/chart-panel";
import { ChartSet } from "~/app/blocks/chart/chart-set";
import { ChartTable } from "~/app/blocks/chart/chart-table";
import { Panel } from "~/app/blocks/detail/panel";
import { Empty } from "~/app/blocks/feedback/states";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { BriefingRow } from "~/contract/analysis/analysis";
import { type BriefingColumn, briefingColumns } from "~/contract/analysis/figure-texts";
import type { Metric } from "~/contract/dashboard/metrics";
import { mayCall } from "~/contract/endpoint";
import { inquiry } from "~/contract/inquiry/inquiry";
import classes from "./analysis.module.css";
import type { ShownBriefing } from "./load";
import { overdueInquiries } from "./where";

const columns = Object.keys(briefingColumns) as BriefingColumn[]; // what the literal is keyed by

const metricOf: Partial<Record<BriefingColumn, Metric>> = {
  ...{ customer_new: "customer_new", tracking_valid: "tracking_valid", visit_count: "visit_count" },
  ...{ subscribe_count: "subscribe_count", contract_count: "contract_count", contract_amount: "contract_amount" },
  ...{ response_rate: "response_rate", target_rate: "contract_amount" },
};
const units: Partial<Record<BriefingColumn, string>> = {
  contract_amount: "cny",
  response_rate: "percent",
  target_rate: "percent",
};

/** What each consultant has done; a number opens its rows. On the phone one column at a time. */
export function ConsultantTable({ briefing: { from, to }, rows }: { briefing: ShownBriefing; rows: BriefingRow[] }) {
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const profile = useProfile();
  const { permissions } = profile;
  const title = t("顾问明细");
  // The rows open on the dashboard.
  const mayOpen = permissions.includes("dashboard:tob:view");
  const mayList = mayCall(profile, inquiry.list);
  const mayOpenOf = (key: BriefingColumn) => (key === "overdue" ? mayList : mayOpen && metricOf[key] !== undefined);
  const open = ({ row, series }: ChartPoint) => {
    const key = series.key as BriefingColumn; // its series are the columns
    if (key === "overdue") return navigate(overdueInquiries({ from, to }, row.key));
    // What of the target is reached is that of the month.
    const begin = key === "target_rate" ? `${to.slice(0, 8)}01` : from;
    return navigate(`/dashboard?from=${begin}&to=${to}&metric=${metricOf[key]}&user_id=${row.key}`);
  };
  const dataOf = (shown: readonly BriefingColumn[]): ChartData => ({
    head: t("顾问"),
    series: shown.map((key) => ({
      ...{ key, label: t(briefingColumns[key].label), isClosed: !mayOpenOf(key) },
      ...(units[key] && { unit: units[key] }),
    })),
    rows: rows.map((row) => ({ key: String(row.id), label: row.name, values: shown.map((key) => row[key]) })),
  });
  if (isPhone)
    return (
      <ChartSet
        charts={columns.map((key) => {
          const { label, definition } = briefingColumns[key];
          const data = dataOf([key]);
          const ranked = [...data.rows].sort((a, b) => (b.values[0] ?? -1) - (a.values[0] ?? -1));
          return {
            ...{ key, title: t(label) },
            node: (
              <ChartPanel
                title={t(label)}
                figure={{ label, definition }}
                kind="bars"
                data={{ ...data, rows: ranked }}
                onOpen={open}
              />
            ),
          };
        })}
      />
    );
  return (
    <Panel title={title}>
      {rows.length ? <ChartTable title={title} data={dataOf(columns)} onOpen={open} /> : <Empty />}
      <Box component="details" mt={12} c="dimmed" fz={13} className={classes.about}>
        <summary>{t("指标说明")}</summary>
        <dl>
          {columns.map((key) => (
            <Definition key={key} of={key} />
          ))}
        </dl>
      </Box>
    </Panel>
  );
}

const Definition = ({ of }: { of: BriefingColumn }) => (
  <>
    <dt>{t(briefingColumns[of].label)}</dt>
    <dd className={basic.flat}>{t(briefingColumns[of].definition)}</dd>
  </>
);
