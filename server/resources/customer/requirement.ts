import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { requirement as contract, Requirement } from "~/contract/customer/requirement";
import { customer, requirement } from "~/server/database/tables/customer/customer";
import { fewInScope } from "~/server/identity/scope";
import { changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { changedBy, checkVersion, createdBy } from "~/server/lib/entity";
import {
  cappedCount,
  gatheredPage,
  groupedBy,
  likeText,
  offsetOf,
  orderOf,
  pageIds,
  pageOf,
  within,
} from "~/server/lib/list";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { holdsAny } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { checkNarrow, isFiltered, whereRows } from "~/server/lib/where";
import { nextNumber } from "~/server/resources/shared/numbers";
import { keptByOwner } from "./customer/customer-scope";
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
    checkNarrow(query.where, isFiltered(query) || user.scope("customer") === "self", requirement);
    const order = orderOf(columns, query.sort, sql`${requirement.id} desc`);
    const { total, ids } = await numbersOf(db, query, user, order);
    const rows = await selectRequirements(db, user).where(sql`${requirement.id} = any(${ids})`).orderBy(order);
    const groups = await groupedBy(db, query, { table: requirement, from: askedFor(query, user), total });
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

/** What a query asks of the requirements themselves. */
function filtersOf(query: Query): SQL[] {
  const { keyword, customer_id, status, country, purpose } = query;
  return [
    ...(keyword && isNumber(keyword) ? [numbered(keyword)] : []),
    ...(customer_id ? [eq(requirement.customer_id, customer_id)] : []),
    ...(status?.length ? [inArray(requirement.status, status)] : []),
    ...(country?.length ? [inArray(requirement.country_code, country)] : []),
    ...(purpose?.length ? [holdsAny(requirement, requirement.purposes, purpose, sql`true`)] : []),
    ...within(requirement.updated_at, query.updated_from, query.updated_to),
    ...whereRows(query.where, requirement),
  ];
}

/** Of which customer a keyword speaks, for each requirement by itself. */
const isNamed = (keyword: string, caller: Caller): SQL =>
  sql`exists (select 1 from ${customer} where ${customer.id} = ${requirement.customer_id} and ${matchesKeyword(keyword, caller)} offset 0)`;

/** All requirements that a query asks for. */
function askedFor(query: Query, caller: Caller): SQL {
  const { keyword } = query;
  const named = keyword && !isNumber(keyword) ? [isNamed(keyword, caller)] : [];
  const rows = [keptByOwner(requirement.customer_owner, caller), ...filtersOf(query), ...named];
  return sql`from ${requirement} where ${sql.join(rows, sql` and `)}`;
}

/** How many requirements a query asks for, and the numbers of its page. Whose their customers are is kept with them, so that the customers need not be asked. */
async function numbersOf(db: SignedCall["db"], query: Query, caller: Caller, order: SQL) {
  const { keyword } = query;
  const source = { table: requirement, id: requirement.id, order };
  const rows = sql.join([keptByOwner(requirement.customer_owner, caller), ...filtersOf(query)], sql` and `);
  if (!keyword) {
    const isByPurpose = query.purpose?.length && !isFiltered({ ...query, purpose: undefined });
    const by = isByPurpose ? sql`${requirement.purposes}` : undefined;
    const total = await cappedCount(db, by ? sql`${askedFor(query, caller)} order by ${by}` : askedFor(query, caller));
    const holders = total.total_capped && query.sort.endsWith("updated_at") ? await holdersOf(db, caller) : undefined;
    const ids = holders
      ? byHolder(query, holders, filtersOf(query), order)
      : pageIds(query, { ...source, where: rows, by }, total);
    return { total, ids: sql`array(${ids})` };
  }
  // Its customers first, then each one's requirements. "offset 0" keeps the planner from reading all requirements beside them.
  const found = isNumber(keyword)
    ? sql`from (select ${requirement}.* from ${requirement} where ${numbered(keyword)} offset 0) as ${requirement} where ${rows}`
    : sql`from (select ${customer.id} from ${customer} where ${matchesKeyword(keyword, caller)} offset 0) as ${customer}
      cross join lateral (select ${requirement}.* from ${requirement} where ${requirement.customer_id} = ${customer.id} and ${rows} offset 0) as ${requirement}`;
  const { total, ids } = await gatheredPage(db, query, { ...source, from: found });
  if (ids) return { total, ids: sql`${sql.param(ids)}::bigint[]` };
  // More of a number, which tells an age, are put in order; more of a name are met soon on a walk in the list's order.
  if (isNumber(keyword))
    return { total, ids: sql`array(${pageIds(query, { ...source, where: rows, isFar: true }, total)})` };
  const end = sql`limit ${query.page_size} offset ${offsetOf(query)}`;
  return {
    total,
    ids: sql`array(select ${requirement.id} ${askedFor(query, caller)} order by ${order} ${end})`,
  };
}

/** Whose requirements a caller sees, 0 for the pool's, where these are few people's. */
async function holdersOf(db: SignedCall["db"], caller: Caller): Promise<number[] | undefined> {
  const people = caller.permissions.has("customer:info:view") ? await fewInScope(db, caller, "customer") : [];
  return people && [...(caller.permissions.has("customer:pool:view") ? [0] : []), ...people];
}

/** A page put together from each holder's requirements, which lie in order in their index: those of a team may begin late in everybody's. */
function byHolder(query: Query, holders: number[], rest: SQL[], order: SQL): SQL {
  const offset = offsetOf(query);
  const parts = holders.map(
    (id) => sql`(select ${requirement.id}, ${requirement.updated_at} from ${requirement}
      where ${sql.join([sql`${requirement.customer_owner} = ${id}`, ...rest], sql` and `)} order by ${order} limit ${query.page_size + offset})`,
  );
  return sql`select ${requirement.id} from (${sql.join(parts, sql` union all `)}) as ${requirement} order by ${order} limit ${query.page_size} offset ${offset}`;
}

const numbered = (keyword: string): SQL =>
  sql`${requirement.requirement_no} like ${`${likeText(keyword.toUpperCase())}%`}`;

/** Whether a keyword is the beginning of a requirement's number. */
const isNumber = (keyword: string) => /^xq\d/i.test(keyword);

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
