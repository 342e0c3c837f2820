import { useSearchParams } from "@remix-run/react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Note } from "~/app/blocks/feedback/note";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { FigureCards } from "~/app/features/figures/figure-cards";
import { type FigureRowsOf, figureRowsOf } from "~/app/features/figures/figure-rows";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { dashboardRange, type OpenFigure } from "~/contract/dashboard/dashboard-data";
import { type AnyFigureKey, allFigures } from "~/contract/dashboard/figure-texts";
import { funnelOf, funnels } from "~/contract/dashboard/funnel";
import { type CustomerTodo, type Metric, type MetricRows, metrics, todos } from "~/contract/dashboard/metrics";
import { isPlaceRank, ranks } from "~/contract/dashboard/rank";
import { readQuery } from "~/contract/read-query";
import { openedOf } from "./figure-address";

function aboutOf(of: OpenFigure): { title: string; figure: AnyFigureKey; rows: MetricRows } {
  const funnel = funnelOf(of);
  if (funnel) {
    const { label, figure, steps } = funnels[funnel];
    const step = Object.entries<string>(steps).find(([key]) => key === of)?.[1] ?? "";
    return { title: `${t("{label}漏斗", { label: t(label) })} · ${t(step)}`, figure, rows: funnel };
  }
  if (isPlaceRank(of)) return { title: t(ranks[of].label), figure: "rank", rows: ranks[of].rows };
  // What is no step is one of the others.
  const key = of as Metric | CustomerTodo;
  const rows = key in metrics ? metrics[key as Metric].rows : "customer";
  return { title: t({ ...metrics, ...todos }[key].label), figure: key, rows };
}

/**
 * The rows behind a figure of the address. It comes when it is opened and asks by itself: the shapes of the rows of all areas would ride in the first load of
 * the dashboard otherwise.
 */
export function FigureDrawer({ of, onClose }: { of: OpenFigure; onClose: () => void }) {
  const { title, figure, rows } = aboutOf(of);
  return (
    <SideDrawer onClose={onClose} size="lg" title={title}>
      <Note mb="sm">{t(allFigures[figure].definition)}</Note>
      <Rows key={of} kind={figureRowsOf(rows)} />
    </SideDrawer>
  );
}

function Rows({ kind }: { kind: FigureRowsOf }) {
  const [search] = useSearchParams();
  const { change } = useListQuery(kind.endpoint);
  const query = { ...readQuery(search, kind.endpoint), ...dashboardRange(search), ...openedOf(search) };
  const rows = useCall(kind.endpoint, { query });
  return (
    <AsyncPart {...rows} shape="list">
      {(answer) => <FigureCards kind={kind} page={answer as Page<{ id: number }>} onChange={change} />}
    </AsyncPart>
  );
}
