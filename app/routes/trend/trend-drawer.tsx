import { useSearchParams } from "@remix-run/react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Note } from "~/app/blocks/feedback/note";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { FigureCards } from "~/app/features/figures/figure-cards";
import { type FigureRowsOf, figureRowsOf, type RowsLook } from "~/app/features/figures/figure-rows";
import { t } from "~/app/i18n/t";
import { AgentLoginRow } from "~/contract/agent/agent-login";
import type { Page } from "~/contract/common";
import { EstateAuditRow } from "~/contract/house/estate-audit";
import { readQuery } from "~/contract/read-query";
import { trendQuery } from "~/contract/trend/trend-data";
import { type TrendKey, type TrendRows, trendFigure } from "~/contract/trend/trend-figures";
import { trendRows } from "~/contract/trend/trend-rows";
import { splitLabels } from "~/contract/trend/trends";

const audits: RowsLook<EstateAuditRow> = {
  columns: columnsOf(EstateAuditRow, ["action", "status", "place", "submitter", "submitted_at", "reviewed_at"]),
  layoutOf: () => ({ tags: ["action", "status"], facts: ["place", "submitter", "reviewed_at"], time: "submitted_at" }),
  nameOf: ({ estate, audit_no }) => `${estate.name} ${audit_no}`,
  linkOf: ({ id, status }) => `/house/audit?status=${status}&open=${id}`,
};

const logins: RowsLook<AgentLoginRow> = {
  columns: columnsOf(AgentLoginRow, ["agent", "account", "platform", "method", "ip_region", "at"]),
  layoutOf: () => ({ tags: ["platform"], facts: ["agent", "method", "ip_region"], time: "at" }),
  nameOf: ({ account, login_name }) => account?.name ?? login_name,
  linkOf: ({ agent }) => (agent ? `/agent/agentLogin?agent_id=${agent.id}` : "/agent/agentLogin"),
};

export function TrendDrawer({ of, name, onClose }: { of: TrendKey; name: string | undefined; onClose: () => void }) {
  const [search] = useSearchParams();
  const { label, definition, rows } = trendFigure(of);
  const kind = trendRowsOf(rows);
  const endpoint = trendRows[rows];
  const { change } = useListQuery(endpoint);
  const { grain: _, ...query } = trendQuery(search);
  const { page, value, agent_id, estate_id } = readQuery(search, endpoint);
  const whose = { value, agent_id, estate_id };
  const [from, to] = [search.get("day"), search.get("until")];
  const days = from && to ? { from, to } : {};
  const answer = useCall(endpoint, { query: { ...query, metric: of, page, ...whose, ...days } });
  const named = value === undefined ? undefined : splitLabels[of]?.[value];
  const when = trendFigure(of).isCurrent ? t("现在") : t("{from} 至 {to}", { ...query, ...days });
  return (
    <SideDrawer onClose={onClose} title={[name, t(label), named && t(named)].filter(Boolean).join(" · ")}>
      <Note mb="sm">
        {t(definition)} {when}
      </Note>
      <AsyncPart key={JSON.stringify([of, whose, days])} {...answer}>
        {(found) => <FigureCards kind={kind} page={found as Page<{ id: number }>} onChange={change} />}
      </AsyncPart>
    </SideDrawer>
  );
}

/** How the rows of one kind are shown behind a trend; a list needs only their ids. */
const trendRowsOf = (rows: TrendRows) =>
  (rows === "audit" ? audits : rows === "login" ? logins : figureRowsOf(rows)) as unknown as Omit<
    FigureRowsOf,
    "endpoint"
  >;
