import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { requirement as contract, Requirement } from "~/contract/customer/requirement";
import { customer, requirement } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { changesOf } from "~/server/lib/audit";
import { found, refuse, refuseFields, type SignedCall, setRow } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { changedBy, checkVersion, createdBy } from "~/server/lib/entity";
import { likeText, listOf, orderOf, within } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { estateRefs, isMatchable } from "~/server/resources/shared/estates";
import { nextNumber } from "~/server/resources/shared/numbers";
import { matchesKeyword } from "./customer/list/pool-list";
import { lockCustomerRow, seenOutsideBin } from "./customer/row";
import {
  factsOf,
  requirementOf,
  seenRequirement,
  selectRequirements,
  toRequirements,
} from "./requirement/requirement-view";
import { openRequirements } from "./requirement/wishes";
import {
  auditRequirement,
  checkFacts,
  columnsOf,
  lockRequirement,
  tellCustomer,
  writtenFacts,
} from "./requirement/write";

type Body = z.output<typeof contract.match.body>;
type Changes = NonNullable<Parameters<typeof auditRequirement>[3]["changes"]>;

/** Writes which estates are fit for an open requirement; with any it is matched. */
async function markMatched(call: SignedCall, id: number, { estate_ids, version }: Body) {
  const { db, user } = call;
  const { row, about } = await lockRequirement(call, id);
  if (row.status === "closed") return refuse(40902);
  await checkVersion(row, version, () => requirementOf(db, user, id));
  const before = row.matched_estate_ids;
  const after = [...new Set(estate_ids)];
  const added = after.filter((one) => !before.includes(one));
  if (added.length === 0 && after.length === before.length) return requirementOf(db, user, id);
  await refuseUnfit(call, row.country_code, added);
  await setRow(db, requirement, id, {
    matched_estate_ids: after,
    status: after.length ? "matched" : "open",
    version: version + 1,
    ...changedBy(call),
  });
  const names = await estateRefs(db, [...before, ...after]);
  const words = (ids: readonly number[]) =>
    names(ids)
      .map(({ name }) => name)
      .join("、") || null;
  const changes: Changes = [
    { field: "matched_estate_ids", label: "匹配房源", before: words(before), after: words(after) },
  ];
  await auditRequirement(call, row, about, { action: "update", verb: "标记匹配房源", changes });
  return requirementOf(db, user, id);
}

/** Those marked before may stay, though they be sold since. */
async function refuseUnfit({ db }: SignedCall, country: string, added: readonly number[]): Promise<void> {
  if (added.length === 0) return;
  const fit = await db.$count(
    estate,
    and(isMatchable, inArray(estate.id, [...added]), eq(estate.country_code, country)),
  );
  if (fit === added.length) return;
  const message = "只能标记该国家/地区已上架、在售的房源";
  return refuseFields([{ field: "estate_ids", label: "匹配房源", message }]);
}

export const requirementHandlers = [
  serve(contract.list, async ({ db, query, user }) => {
    const page = await listOf(db, query, {
      ...{ select: selectRequirements(db, user).$dynamic(), from: requirement },
      ...{ joins: sql`join ${customer} on ${customer.id} = ${requirement.customer_id}`, where: askedFor(query, user) },
      order: orderOf(requirement, query.sort, sql`${requirement.id} desc`),
    });
    return { ...page, list: await toRequirements(db, user, page.list) };
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
    const [former] = await openRequirements(db, [customer_id]);
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
    await tellCustomer(call, about, { former, reason: savedAs(requirement_no), isSaved: true });
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
    const [former] = await openRequirements(db, [about.id]);
    if (changes.length > 0) {
      await setRow(db, requirement, row.id, { ...columnsOf(after), version: version + 1, ...changedBy(call) });
      await auditRequirement(call, row, about, { action: "update", verb: "编辑", changes });
    }
    await tellCustomer(call, about, { former, reason: savedAs(row.requirement_no), isSaved: true });
    return requirementOf(db, user, row.id);
  }),

  serve(contract.close, (call) => setStatus(call, call.params.id, "closed", "关闭")),
  serve(contract.reopen, (call) => setStatus(call, call.params.id, "open", "重新打开")),
  serve(contract.match, (call) => markMatched(call, call.params.id, call.body)),
];

type Query = z.output<typeof contract.list.query>;

function askedFor(query: Query, caller: Caller): SQL {
  const { keyword, customer_id, status, country, purpose } = query;
  const conditions = [
    seenOutsideBin(caller),
    ...(keyword ? [isNumber(keyword) ? numbered(keyword) : matchesKeyword(keyword, caller)] : []),
    ...(customer_id ? [eq(requirement.customer_id, customer_id)] : []),
    ...(status?.length ? [inArray(requirement.status, status)] : []),
    ...(country?.length ? [inArray(requirement.country_code, country)] : []),
    ...(purpose?.length ? [sql`${requirement.purposes} ?| ${sql.param(purpose)}::text[]`] : []),
    ...within(requirement.updated_at, query.updated_from, query.updated_to),
  ];
  return sql.join(conditions, sql` and `);
}

const numbered = (keyword: string) => sql`${requirement.requirement_no} like ${`${likeText(keyword.toUpperCase())}%`}`;

/** Whether a keyword is the beginning of a requirement's number. */
const isNumber = (keyword: string) => /^xq\d/i.test(keyword);

const savedAs = (requirementNo: string) => `保存需求${requirementNo}`;

async function setStatus(call: SignedCall, id: number, status: "open" | "closed", verb: string) {
  const { db, user } = call;
  const { row, about } = await lockRequirement(call, id);
  if ((row.status === "closed") === (status === "closed")) return refuse(40902);
  const [former] = await openRequirements(db, [about.id]);
  const opened = row.matched_estate_ids.length ? "matched" : "open";
  await setRow(db, requirement, id, {
    status: status === "open" ? opened : status,
    version: row.version + 1,
    ...changedBy(call),
  });
  await tellCustomer(call, about, { former, reason: `${verb}需求${row.requirement_no}`, isSaved: false });
  await auditRequirement(call, row, about, { action: "update", verb });
  return requirementOf(db, user, id);
}
