import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { CompareDetail, CompareRow, developerCompare as contract } from "~/contract/clue/developer-compare";
import { type CompareResult, compareResults } from "~/contract/clue/statement-kinds";
import { signedSum } from "~/contract/decimal";
import type { Reply } from "~/contract/endpoint";
import { developerCompare, developerCompareRow } from "~/server/database/tables/clue/statement";
import { deal } from "~/server/database/tables/deal/deal";
import { media, user } from "~/server/database/tables/system/system";
import { found, refuse, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { listOf, orderOf, present } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { visibleDeals } from "~/server/resources/deal/deal/record";

type Looking = Pick<SignedCall, "db" | "user">;
type Query = z.output<typeof contract.list.query>;

const seesAll = (caller: Caller): boolean => caller.scope("statement") === "all" && caller.scope("deal") === "all";

/** The lines that somebody sees: of the deals in their scope, and, of what they have sent themselves, those without a deal of ours. */
export const visibleRows = (caller: Caller): SQL =>
  seesAll(caller)
    ? sql`true`
    : sql`(case when ${developerCompareRow.deal_id} is null then ${developerCompare.created_by} = ${caller.id}
        else coalesce(${visibleDeals(caller)}, false) end)`;

const visibleCompares = (caller: Caller): SQL =>
  seesAll(caller)
    ? sql`true`
    : sql`(${developerCompare.created_by} = ${caller.id} or exists (select 1 from ${developerCompareRow}
        join ${deal} on ${deal.id} = ${developerCompareRow.deal_id}
        where ${developerCompareRow.compare_id} = ${developerCompare.id} and ${visibleDeals(caller)}))`;

const maker = alias(user, "maker");

const selectHeads = ({ db, user: caller }: Looking) =>
  db
    .select({
      head: developerCompare,
      file_name: media.name,
      maker: maker.name,
      is_visible: sql<boolean>`coalesce(${visibleCompares(caller)}, false)`,
    })
    .from(developerCompare)
    .innerJoin(media, eq(media.id, developerCompare.media_id))
    .leftJoin(maker, eq(maker.id, developerCompare.created_by));
type Viewed = Awaited<ReturnType<typeof selectHeads>>[number];

/** What of a comparison somebody sees, counted. */
async function countsOf({ db, user: caller }: Looking, ids: readonly number[]) {
  const amount = (side: "theirs" | "ours") =>
    sql<string>`coalesce(sum((${developerCompareRow[side]} ->> 'amount')::numeric(18, 2)), 0)::numeric(18, 2)::text`;
  const rows = ids.length
    ? await db
        .select({
          id: developerCompareRow.compare_id,
          row_count: sql<number>`count(*)::int`,
          difference_count: sql<number>`(count(*) filter (where ${developerCompareRow.result} <> 'match'))::int`,
          open_count: sql<number>`(count(*) filter (where ${developerCompareRow.decision} = 'open'))::int`,
          theirs_total: amount("theirs"),
          ours_total: amount("ours"),
        })
        .from(developerCompareRow)
        .innerJoin(developerCompare, eq(developerCompare.id, developerCompareRow.compare_id))
        .leftJoin(deal, eq(deal.id, developerCompareRow.deal_id))
        .where(and(inArray(developerCompareRow.compare_id, [...ids]), visibleRows(caller)))
        .groupBy(developerCompareRow.compare_id)
    : [];
  return new Map(rows.map((row) => [row.id, row]));
}

const nothing = { row_count: 0, difference_count: 0, open_count: 0, theirs_total: "0.00", ours_total: "0.00" };

function toHead({ head, file_name, maker: name }: Viewed, counts: typeof nothing | undefined, caller: Caller) {
  const { id, developer, period, currency, created_at, created_by } = head;
  const { row_count, difference_count, open_count, theirs_total, ours_total } = counts ?? nothing;
  return {
    ...{ id, developer, period, currency, file_name, created_at },
    ...{ row_count, difference_count, open_count, theirs_total, ours_total },
    created_by: created_by === null ? null : { id: created_by, name: name ?? "" },
    can: { decide: caller.permissions.has("clue:statement:create") },
  };
}

const columns = { created_at: present(developerCompare.created_at), period: developerCompare.period };

export async function comparePage(call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> {
  const { db, user: caller, query } = call;
  const { keyword, period, currency, created_by } = query;
  const page = await listOf(db, query, {
    select: selectHeads(call).$dynamic(),
    from: developerCompare,
    where: and(
      visibleCompares(caller),
      keyword ? includesText(developerCompare.developer, keyword) : undefined,
      period ? eq(developerCompare.period, period) : undefined,
      currency ? eq(developerCompare.currency, currency) : undefined,
      created_by ? eq(developerCompare.created_by, created_by) : undefined,
    ),
    order: orderOf(columns, query.sort, developerCompare.id),
  });
  const counts = await countsOf(
    call,
    page.list.map(({ head }) => head.id),
  );
  return { ...page, list: page.list.map((one) => toHead(one, counts.get(one.head.id), caller)) };
}

/** Ends the request with 40400 or 40301 unless the caller sees something of the comparison. */
export async function seenCompare(looking: Looking, id: number): Promise<Viewed> {
  const [viewed] = await selectHeads(looking).where(eq(developerCompare.id, id));
  const one = found(viewed);
  return one.is_visible ? one : refuse(40301);
}

const decider = alias(user, "decider");
const results = Object.keys(compareResults) as CompareResult[];

export async function readCompare(looking: Looking, id: number): Promise<CompareDetail> {
  const viewed = await seenCompare(looking, id);
  const { db, user: caller } = looking;
  const rows = await db
    .select({ row: developerCompareRow, deal_no: deal.deal_no, decider: decider.name })
    .from(developerCompareRow)
    .innerJoin(developerCompare, eq(developerCompare.id, developerCompareRow.compare_id))
    .leftJoin(deal, eq(deal.id, developerCompareRow.deal_id))
    .leftJoin(decider, eq(decider.id, developerCompareRow.decided_by))
    .where(and(eq(developerCompareRow.compare_id, id), visibleRows(caller)))
    .orderBy(asc(developerCompareRow.n));
  const total = (side: "theirs" | "ours") => signedSum("0.00", ...rows.map(({ row }) => row[side]?.amount ?? "0.00"));
  const count = (which: (row: (typeof rows)[number]["row"]) => boolean) => rows.filter(({ row }) => which(row)).length;
  const counts = {
    row_count: rows.length,
    difference_count: count(({ result }) => result !== "match"),
    open_count: count(({ decision }) => decision === "open"),
    ...{ theirs_total: total("theirs"), ours_total: total("ours") },
  };
  return {
    ...toHead(viewed, counts, caller),
    counts: Object.fromEntries(
      results.map((result) => [result, count((row) => row.result === result)]),
    ) as CompareDetail["counts"],
    rows: rows.map(toRow),
    is_partial: !seesAll(caller),
  };
}

const toRow = ({
  row,
  deal_no,
  decider: name,
}: {
  row: typeof developerCompareRow.$inferSelect;
  deal_no: string | null;
  decider: string | null;
}): CompareRow => {
  const { id: _, compare_id: __, deal_id, decided_by, ...facts } = row;
  return {
    ...facts,
    deal: deal_id === null ? null : { id: deal_id, name: deal_no ?? "" },
    decided_by: decided_by === null ? null : { id: decided_by, name: name ?? "" },
  };
};
