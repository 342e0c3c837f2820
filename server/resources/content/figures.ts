import { sql } from "drizzle-orm";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { Database, Transaction } from "~/server/database/database";
import { deal } from "~/server/database/tables/deal/deal";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";

interface Figures {
  inquiries: number;
  deals: number;
}

const none: Figures = { inquiries: 0, deals: 0 };
/** For so long after a customer's first inquiry a deal counts for what that came from. */
const dealDays = 365;

/**
 * What these pieces have brought: inquiries that came from them, and deals of customers whose first inquiry of all came from them, subscribed within a year
 * of it.
 */
export async function figuresOf(
  db: Database | Transaction,
  kind: ContentKind,
  ids: readonly number[],
): Promise<(id: number) => Figures> {
  if (ids.length === 0) return () => none;
  const from = sql`${inquiry} i where i.content_kind = ${kind} and i.content_id = any(${sql.param([...ids])}::bigint[]) and i.deleted_at is null`;
  const { rows } = await db.execute<{ id: string; inquiries: number; deals: number }>(sql`
    select id, sum(inquiries)::int as inquiries, sum(deals)::int as deals from (
      select i.content_id as id, 1 as inquiries, 0 as deals from ${from}
      union all
      select i.content_id, 0, 1 from ${inquiry} i join ${deal} d on d.customer_id = i.customer_id
      where i.content_kind = ${kind} and i.content_id = any(${sql.param([...ids])}::bigint[]) and i.deleted_at is null
        and d.deleted_at is null and d.subscribed_at is not null
        and d.subscribed_at >= (i.created_at at time zone 'Asia/Shanghai')::date
        and d.subscribed_at < (i.created_at at time zone 'Asia/Shanghai')::date + ${dealDays}::int
        and not exists (select 1 from ${inquiry} o where o.customer_id = i.customer_id and o.deleted_at is null
          and (o.created_at, o.id) < (i.created_at, i.id))
    ) counted group by id`);
  const byId = new Map(rows.map(({ id, ...figures }) => [Number(id), figures]));
  return (id) => byId.get(id) ?? none;
}
