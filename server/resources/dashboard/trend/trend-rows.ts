import { sql } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import { type TrendKey, trendFigure } from "~/contract/trend/trend-figures";
import { trendRows as contract } from "~/contract/trend/trend-rows";
import { refuse, type SignedCall } from "~/server/lib/call";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { all, type Days, type People } from "~/server/resources/shared/figure";
import { rangeOf } from "~/server/resources/shared/range";
import { viewerOf } from "../../customer/customer/view";
import { narrowedTo } from "../narrowed";
import { type RowKind, rowKinds } from "../row-kinds";
import type { Asked } from "./fact";
import { factOf } from "./facts";

type RowsQuery = Partial<Days> &
  People & {
    metric: TrendKey;
    value?: string | undefined;
    agent_id?: number | undefined;
    estate_id?: number | undefined;
    page: number;
    page_size: number;
  };
type Asking = SignedCall & { query: RowsQuery };

/** A page of the rows behind a figure, by the figure's own conditions. */
async function rowsOf<Q extends PgSelect, Row>(call: Asking, { table, select: selectFor, toRows }: RowKind<Q, Row>) {
  const { db, query, user } = call;
  const { permission, open = permission } = trendFigure(query.metric);
  if (!user.permissions.has(permission) || !user.permissions.has(open)) return refuse(40300);
  const viewer = await viewerOf(call);
  const select = selectFor(call, viewer);
  const { team_id, user_id, country, value } = query;
  const asked: Asked = { viewer, country, ...(team_id && { team_id }), ...(user_id && { user_id }) };
  const { rows: behind, order, by, isAt } = factOf(query.metric, asked);
  const at = value !== undefined && by ? [isAt ? isAt(value) : sql`${by} = ${value}`] : [];
  const where = all(behind(rangeOf(query, viewer.now)), ...at, ...narrowedTo(table, query));
  const rows = await select.where(where).orderBy(order).limit(query.page_size).offset(offsetOf(query));
  return pageOf(query, await toRows(call, rows, viewer), await cappedCount(db, sql`from ${table} where ${where}`));
}

export const trendRowHandlers = [
  serve(contract.estate, (call) => rowsOf(call, rowKinds.estate)),
  serve(contract.audit, (call) => rowsOf(call, rowKinds.audit)),
  serve(contract.customer, (call) => rowsOf(call, rowKinds.customer)),
  serve(contract.tracking, (call) => rowsOf(call, rowKinds.tracking)),
  serve(contract.deal, (call) => rowsOf(call, rowKinds.deal)),
  serve(contract.inquiry, (call) => rowsOf(call, rowKinds.inquiry)),
  serve(contract.clue, (call) => rowsOf(call, rowKinds.clue)),
  serve(contract.agent, (call) => rowsOf(call, rowKinds.agent)),
  serve(contract.login, (call) => rowsOf(call, rowKinds.login)),
];
