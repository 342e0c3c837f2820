import { eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit } from "~/contract/common";
import { levels, stages } from "~/contract/customer/customer-record";
import { tracking as contract, TrackingRow, trackingTypes } from "~/contract/customer/tracking";
import { metaOf } from "~/contract/field";
import { type Cell, columnOf } from "~/contract/sheet";
import type { Db } from "~/server/database/database";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { inScope } from "~/server/identity/scope";
import { found, rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { choiceLabel, lookUp, spelledOut } from "~/server/lib/dictionary";
import { listOf, orderOf, within } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import type { Services } from "~/server/lib/services";
import { readSettings, type Settings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { estateRefs } from "~/server/resources/shared/estates";
import { inOrder, sendRows } from "~/server/resources/shared/export/send";
import { shownPictures } from "~/server/resources/shared/pictures";
import { matchesKeyword } from "../customer/list/pool-list";

/** The follow-ups that a caller sees: written inside their scope, or about a customer owned inside it (domain A.1). */
export const trackingScope = (caller: Caller): SQL<boolean> =>
  sql<boolean>`coalesce(${inScope(tracking.user_id, caller, "customer")} or ${inScope(customer.owner_id, caller, "customer")}, false)`;

export const concernsEstate = (id: number): SQL => sql`${tracking.estate_ids} @> ${JSON.stringify([id])}::jsonb`;

export function selectTrackings(db: Db, caller: Caller) {
  return db
    .select({
      tracking,
      customer: { id: customer.id, name: customer.name },
      customer_no: customer.customer_no,
      user: { id: user.id, name: user.name },
      isInScope: trackingScope(caller),
    })
    .from(tracking)
    .innerJoin(customer, eq(customer.id, tracking.customer_id))
    .innerJoin(user, eq(user.id, tracking.user_id));
}
type Viewed = Awaited<ReturnType<typeof selectTrackings>>[number];

/** Whether somebody may still correct what they wrote. */
export const isEditable = (row: Pick<Viewed["tracking"], "created_at">, settings: Settings, now: Date) =>
  now.getTime() < Date.parse(row.created_at) + settings["tracking.edit_hours"] * 3_600_000;

interface Looking {
  db: Db;
  user: Caller;
  services: Services;
}

export async function toTrackings({ db, user: caller, services }: Looking, settings: Settings, rows: Viewed[]) {
  const mediaIds = rows.flatMap((row) => row.tracking.media_ids);
  const media = await shownPictures({ db, services }, mediaIds);
  const estateIds = rows.flatMap((row) => row.tracking.estate_ids);
  const estates = await estateRefs(db, estateIds);
  const clueIds = rows.flatMap((row) => row.tracking.clue_id ?? []);
  const clues = await services.ofCustomer.clue.named({ db, user: caller }, clueIds);
  const dealIds = rows.flatMap((row) => row.tracking.deal_id ?? []);
  const deals = await services.ofCustomer.deal.named({ db, user: caller }, dealIds);
  const now = services.now();
  return rows.map(({ tracking: row, customer: about, customer_no, user: author, isInScope }): TrackingRow => {
    const mayEdit = author.id === caller.id && caller.permissions.has("customer:tracking:edit");
    return rowOf(TrackingRow, row, {
      customer: about,
      customer_no,
      media: media(row.media_ids),
      estates: estates(row.estate_ids),
      clue: (row.clue_id !== null && clues.get(row.clue_id)) || null,
      deal: (row.deal_id !== null && deals.get(row.deal_id)) || null,
      user: author,
      can: {
        edit: mayEdit && isEditable(row, settings, now),
        delete: isInScope && caller.permissions.has("customer:tracking:delete"),
      },
    });
  });
}

type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort"> & {
  ids?: readonly number[] | undefined;
};

const ofCustomer = sql`join ${customer} on ${customer.id} = ${tracking.customer_id}`;

const trackingOrder = (sort: Query["sort"]): SQL => orderOf(tracking, sort, tracking.id);

/** Visibility and keywords depend on two tables: selects by each, with its own index. */
const either = (own: SQL, about: SQL): SQL =>
  sql`(select ${tracking}.* from ${tracking} where ${tracking.deleted_at} is null and ${own}
    union all select ${tracking}.* from ${tracking} ${ofCustomer}
      where ${tracking.deleted_at} is null and ${customer.deleted_at} is null and ${about} and (${own}) is not true) as ${tracking}`;

/** The follow-ups that match a query, joined with their customers. `source` is limited by visibility, else by the keyword. */
function trackingRows(query: Filters, caller: Caller): { source: SQL | undefined; where: SQL; walked: SQL } {
  const { keyword, customer_id, type, result, user_id, estate_id, is_valid } = query;
  const isAll = caller.scope("customer") === "all";
  const seen = [inScope(tracking.user_id, caller, "customer"), inScope(customer.owner_id, caller, "customer")] as const;
  const named = keyword && ([containsText(tracking.content, keyword), matchesKeyword(keyword, caller)] as const);
  const conditions = [
    isNull(tracking.deleted_at),
    isNull(customer.deleted_at),
    ...(query.ids?.length ? [inArray(tracking.id, [...query.ids])] : []),
    ...(customer_id ? [eq(tracking.customer_id, customer_id)] : []),
    ...(type?.length ? [inArray(tracking.type, type)] : []),
    ...(result?.length ? [inArray(tracking.result, result)] : []),
    ...(user_id ? [eq(tracking.user_id, user_id)] : []),
    ...(estate_id ? [concernsEstate(estate_id)] : []),
    ...(is_valid === undefined ? [] : [eq(tracking.is_valid, is_valid)]),
    ...within(tracking.tracked_at, query.tracked_from, query.tracked_to),
    ...whereRows(query.where, tracking),
  ];
  const asked = named ? [sql`(${named[0]} or ${named[1]})`] : [];
  const where = sql.join(conditions, sql` and `);
  const walked = sql.join([...conditions, ...asked], sql` and `);
  if (!isAll) return { source: either(...seen), where: walked, walked };
  return { source: named ? either(...named) : undefined, where, walked };
}

/** A page of follow-ups, with the summary of all its rows: of too many only the newest, or those that a keyword finds first. */
export async function trackingPage(db: Db, query: Query, caller: Caller) {
  const { source, where, walked } = trackingRows(query, caller);
  const page = await listOf(db, query, {
    ...{ select: selectTrackings(db, caller).$dynamic(), from: tracking, source, joins: ofCustomer, isApplied: true },
    ...{ where, order: trackingOrder(query.sort) },
    // A frequent word is found soon.
    ...(caller.scope("customer") === "all" ? { walk: { where: walked } } : {}),
  });
  const newest = page.total_capped && !query.keyword ? sql`order by ${trackingOrder("-tracked_at")}` : sql``;
  return {
    ...page,
    summary: await summaryOf(db, page.total, sql`${source ?? tracking} ${ofCustomer} where ${where} ${newest}`),
  };
}

interface Summary extends Record<string, unknown> {
  customers: number;
  valid_rate: number | null;
}

async function summaryOf(db: Db, count: number, rows: SQL) {
  const { rows: summed } = await db.execute<Summary>(sql`
    select count(distinct customer_id)::int as customers,
      round(100.0 * count(*) filter (where is_valid) / nullif(count(*), 0), 1)::float as valid_rate
    from (select ${tracking.customer_id}, ${tracking.is_valid} from ${rows} limit ${listLimit}) counted`);
  return { count, ...found(summed[0]) };
}

/** The numbers of the first follow-ups that match a query, in order. */
async function trackingIds(db: Db, { sort, ...query }: Filters & Pick<Query, "sort">, caller: Caller, limit: number) {
  const { source, where } = trackingRows(query, caller);
  const { rows } = await db.execute<{ id: string }>(
    sql`select ${tracking.id} from ${source ?? tracking} ${ofCustomer} where ${where} order by ${trackingOrder(sort)} limit ${limit}`,
  );
  return rows.map(({ id }) => Number(id));
}

type Words = Readonly<Record<string, string>>;

const wordIn = (words: Words, value: string | null): string => (value === null ? "" : (words[value] ?? value));
const move = (words: Words, before: string | null, after: string | null): Cell =>
  after === null || after === before ? null : `${wordIn(words, before)} → ${wordIn(words, after)}`;

const cells: Record<string, (row: TrackingRow) => Cell> = {
  tracked_at: (row) => row.tracked_at,
  customer_no: (row) => row.customer_no,
  customer: (row) => row.customer.name,
  type: (row) => wordIn(trackingTypes, row.type),
  direction: (row) => wordIn(metaOf(TrackingRow.shape.direction).options ?? {}, row.direction),
  result: (row) => row.result,
  content: (row) => row.content,
  stage_after: (row) => move(stages, row.stage_before, row.stage_after),
  level_after: (row) => move(levels, row.level_before, row.level_after),
  estates: (row) => row.estates.map(({ name }) => name).join("、"),
  next_at: (row) => row.next_at,
  duration_min: (row) => row.duration_min,
  user: (row) => row.user.name,
  is_valid: (row) => (row.is_valid ? "是" : "否"),
};
const columns = Object.keys(cells).map((name) =>
  columnOf(TrackingRow.shape[name as keyof typeof TrackingRow.shape], name),
);

export async function exportTrackings(call: SignedCall, query: z.output<typeof contract.export.query>) {
  const { db, user } = call;
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  const settings = await readSettings(db);
  const limit = settings["export.max_rows"];
  const ids = await trackingIds(db, query, user, limit + 1);
  return sendRows(call, limit, {
    ...{ endpoint: contract.export, module: "customer", name: "跟进记录", ids, query, reason, columns },
    rows: (part) => readChunk(call, settings, part),
  });
}

/** Rows that have gone out of sight meanwhile are left out. */
async function readChunk(call: SignedCall, settings: Settings, ids: number[]): Promise<Cell[][]> {
  const rows = await selectTrackings(call.db, call.user).where(
    sql`${tracking.id} = any(${sql.param(ids)}::bigint[]) and ${tracking.deleted_at} is null and ${customer.deleted_at} is null`,
  );
  const seen = rows.filter((row) => row.isInScope);
  const list = await toTrackings(
    call,
    settings,
    inOrder(ids, seen, (row) => row.tracking.id),
  );
  const dictionary = await lookUp(call, TrackingRow, ...list);
  return list.map((row) => {
    const { result } = spelledOut(dictionary, TrackingRow, row);
    return Object.values(cells).map((cell) => cell({ ...row, result: typeof result === "string" ? result : null }));
  });
}
