import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { requirement as contract, Requirement } from "~/contract/customer/requirement";
import { customer, requirement } from "~/server/database/tables/customer/customer";
import { changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { changedBy, checkVersion, createdBy } from "~/server/lib/entity";
import { cappedCount, groupedBy, likeText, offsetOf, orderOf, pageOf, within } from "~/server/lib/list";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { checkNarrow, isFiltered, whereRows } from "~/server/lib/where";
import { nextNumber } from "~/server/resources/shared/numbers";
import { isRecycled, keptFor, keptKinds } from "./customer/customer-scope";
import { matchesKeyword } from "./customer/pool-list";
import { lockCustomerRow } from "./customer/row";
import { markMatched } from "./requirement/mark-matched";
import {
  factsOf,
  requirementOf,
  seenRequirement,
  selectRequirements,
  toRequirements,
} from "./requirement/requirement-view";
import { auditRequirement, checkFacts, columnsOf, lockRequirement, qualify, writtenFacts } from "./requirement/write";

export const requirementHandlers = [
  serve(contract.list, async ({ db, query, user }) => {
    const offset = offsetOf(query);
    checkNarrow(query.where, isFiltered(query) || user.scope("customer") === "self", requirement);
    const where = sql.join(
      [sql`${customer.deleted_at} is null and ${keptFor(user)}`, ...filtersOf(query, user)],
      sql` and `,
    );
    const order = orderOf(columns, query.sort, sql`${requirement.id} desc`);
    const total = await cappedCount(db, countedOf(query, user));
    // Few are put in order from what finds them: the list's order would be walked in vain, and for a number, which tells an age, nearly always.
    const found = foundBy(query, user);
    const isGathered =
      found && !total.total_capped && (total.total <= mostGathered || /^[ -~]+$/.test(query.keyword ?? ""));
    const rows = isGathered
      ? await selectRequirements(db, user)
          .where(
            sql`${requirement.id} = any(array(select ${requirement.id} ${found} order by ${order} limit ${query.page_size} offset ${offset}))`,
          )
          .orderBy(order)
      : await selectRequirements(db, user).where(where).orderBy(order).limit(query.page_size).offset(offset);
    const from = sql`from ${requirement} join ${customer} on ${customer.id} = ${requirement.customer_id} where ${where}`;
    const groups = await groupedBy(db, query, { table: requirement, from, total });
    return { ...pageOf(query, await toRequirements(db, user, rows), total), ...groups };
  }),

  serve(contract.get, async ({ db, params, user }) => {
    const rows = await selectRequirements(db, user).where(eq(requirement.id, params.id));
    seenRequirement(rows[0]);
    return found((await toRequirements(db, user, rows))[0]);
  }),

  serve(contract.create, async (call) => {
    const { db, services } = call;
    const { customer_id, ...body } = call.body;
    const { row: about } = await lockCustomerRow(call, customer_id);
    const facts = writtenFacts(body);
    const { wrong } = await checkFacts(call, facts);
    if (wrong.length) return refuseFields(wrong);
    const now = services.now();
    const [created] = await db
      .insert(requirement)
      .values({
        ...columnsOf(facts),
        customer_id,
        requirement_no: await nextNumber(db, "XQ", now),
        ...createdBy(call),
      })
      .returning();
    const { id, requirement_no } = found(created);
    await qualify(call, about, requirement_no);
    await auditRequirement(call, { id, requirement_no }, about, { action: "create", verb: "新增" });
    return { id, requirement_no };
  }),

  serve(contract.update, async (call) => {
    const { db, params, user } = call;
    const { version, ...body } = call.body;
    const { row, about } = await lockRequirement(call, params.id);
    if (row.status === "closed") return refuse(40902);
    await checkVersion(row, version, () => requirementOf(db, user, row.id));
    const before = factsOf(row);
    const after = writtenFacts(body);
    const { wrong, words } = await checkFacts(call, after, before);
    if (wrong.length) return refuseFields(wrong);
    const changes = changesOf(Requirement, words(before), words(after));
    if (changes.length > 0) {
      await db
        .update(requirement)
        .set({ ...columnsOf(after), version: version + 1, ...changedBy(call) })
        .where(eq(requirement.id, row.id));
      await auditRequirement(call, row, about, { action: "update", verb: "编辑", changes });
    }
    await qualify(call, about, row.requirement_no);
    return requirementOf(db, user, row.id);
  }),

  serve(contract.close, (call) => setStatus(call, call.params.id, "closed", "关闭")),
  serve(contract.reopen, (call) => setStatus(call, call.params.id, "open", "重新打开")),
  serve(contract.match, (call) => markMatched(call, call.params.id, call.body)),
];

type Query = z.output<typeof contract.list.query>;

const columns = {
  updated_at: requirement.updated_at,
  created_at: requirement.created_at,
  requirement_no: requirement.requirement_no,
};

function filtersOf(query: Query, caller: Caller): SQL[] {
  const { keyword, customer_id, status, country, purpose } = query;
  return [
    ...(keyword ? [matches(keyword, caller)] : []),
    ...(customer_id ? [eq(requirement.customer_id, customer_id)] : []),
    ...(status?.length ? [inArray(requirement.status, status)] : []),
    ...(country?.length ? [inArray(requirement.country_code, country)] : []),
    ...(purpose?.length ? [sql`${requirement.purposes} ?| ${sql.param(purpose)}::text[]`] : []),
    ...within(requirement.updated_at, query.updated_from, query.updated_to),
    ...whereRows(query.where, requirement),
  ];
}

/**
 * Every requirement that a query asks for, each once. Whoever sees all needs no more than that its customer is not recycled; for anybody else the pool's
 * and those of their scope are asked for one after the other, so that each has an index that does not look at customers out of their sight.
 */
function countedOf(query: Query, caller: Caller): SQL {
  const rest = filtersOf(query, caller);
  const among = (
    rows: SQL,
  ) => sql`select 1 from ${requirement} join ${customer} on ${customer.id} = ${requirement.customer_id}
    where ${sql.join([sql`${customer.deleted_at} is null`, rows, ...rest], sql` and `)}`;
  const kinds = keptKinds(caller);
  const found = foundBy(query, caller);
  if (found) return found;
  if (query.keyword || kinds.length === 0) return sql`from (${among(keptFor(caller))}) seen`;
  if (caller.scope("customer") === "all" && kinds.length === 2) {
    const conditions = sql.join([sql`not ${isRecycled(requirement.customer_id)}`, ...rest], sql` and `);
    return sql`from ${requirement} where ${conditions}`;
  }
  return sql`from (${sql.join(kinds.map(among), sql` union all `)}) seen`;
}

/** Of more a page is met soon on a walk in the list's order. */
const mostGathered = 1_000;

/**
 * What a keyword finds: its customers first, then each one's requirements. "offset 0" keeps the planner from reading all of the pool, or all requirements, beside
 * them. Undefined where the keyword is a requirement's own number, or there is none.
 */
function foundBy({ keyword, ...others }: Query, caller: Caller): SQL | undefined {
  if (!keyword || isNumber(keyword)) return undefined;
  return sql`from (select ${customer}.* from ${customer} where ${matchesKeyword(keyword, caller)} offset 0) as ${customer}
    cross join lateral (select ${requirement}.* from ${requirement} where ${requirement.customer_id} = ${customer.id} and
      ${sql.join([sql`true`, ...filtersOf(others, caller)], sql` and `)} offset 0) as ${requirement}
    where ${customer.deleted_at} is null and ${keptFor(caller)}`;
}

/** Whether a keyword is the beginning of a requirement's number. */
const isNumber = (keyword: string) => /^xq\d/i.test(keyword);

/** A requirement's number, or whatever finds its customer. */
const matches = (keyword: string, caller: Caller): SQL =>
  isNumber(keyword)
    ? sql`${requirement.requirement_no} like ${`${likeText(keyword.toUpperCase())}%`}`
    : matchesKeyword(keyword, caller);

/** Closes an open requirement, or opens a closed one again. */
async function setStatus(call: SignedCall, id: number, status: "open" | "closed", verb: string) {
  const { db, user } = call;
  const { row, about } = await lockRequirement(call, id);
  if ((row.status === "closed") === (status === "closed")) return refuse(40902);
  const opened = row.matched_estate_ids.length ? "matched" : "open";
  await db
    .update(requirement)
    .set({
      status: status === "open" ? opened : status,
      version: row.version + 1,
      ...changedBy(call),
    })
    .where(eq(requirement.id, id));
  await auditRequirement(call, row, about, { action: "update", verb });
  return requirementOf(db, user, id);
}
