import { and, eq, getTableColumns, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type estateAudit as contract, EstateAuditRow } from "~/contract/house/estate-audit";
import { isoInstant } from "~/server/database/tables/columns";
import { estate, estateAudit } from "~/server/database/tables/house/estate";
import { country } from "~/server/database/tables/region/geography";
import { user } from "~/server/database/tables/system/system";
import { isAdmin } from "~/server/identity/grant";
import { type Looking, rowOf, type SignedCall } from "~/server/lib/call";
import { countAll, orderOf, queueSort, within } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { districtsOf } from "~/server/resources/shared/districts";
import { workdaysUntil } from "~/server/resources/shared/workdays";
import { coversOf } from "../album/album-view";

type Query = z.output<typeof contract.list.query>;
type Db = SignedCall["db"];
// What a review is about may be large.
const { snapshot: _, before: __, diff: ___, search_text: ____, ...short } = getTableColumns(estateAudit);

export function selectAudits(db: Db) {
  return db
    .select({
      audit: short,
      estate: {
        id: estate.id,
        estate_no: estate.estate_no,
        name: estate.name,
        country_code: estate.country_code,
        district_id: estate.district_id,
      },
      country: country.name_zh,
      reviewer: user.name,
    })
    .from(estateAudit)
    .innerJoin(estate, eq(estate.id, estateAudit.estate_id))
    .leftJoin(country, eq(country.code, estate.country_code))
    .leftJoin(user, eq(user.id, estateAudit.reviewer_id));
}
export type ViewedAudit = Awaited<ReturnType<typeof selectAudits>>[number];

export async function toAuditRows({ db, services }: Looking, rows: readonly ViewedAudit[]): Promise<EstateAuditRow[]> {
  const places = await districtsOf(db, [...new Set(rows.map((row) => row.estate.district_id))]);
  const ids = [...new Set(rows.map((row) => row.estate.id))];
  const covers = await coversOf(db, services, "estate", ids);
  const now = services.now();
  return rows.map(({ audit, estate: about, country: land, reviewer }) => {
    const { id, audit_no, action, submitter_name, submitter_type, submitted_at, sla_due_at, status } = audit;
    const isPending = status === "pending";
    const place = places.find((one) => one.id === about.district_id)?.name;
    return rowOf(EstateAuditRow, audit, {
      ...{ id, audit_no, action, submitter_type, submitted_at, sla_due_at, status },
      estate: { id: about.id, estate_no: about.estate_no, name: about.name, cover: covers.get(about.id) ?? null },
      country_code: about.country_code,
      place: [land ?? about.country_code, place].filter(Boolean).join(" "),
      submitter: submitter_name,
      workdays_left: isPending ? workdaysUntil(now, new Date(sla_due_at)) : null,
      is_overdue: isPending && Date.parse(sla_due_at) < now.getTime(),
      reviewer: audit.reviewer_id === null ? null : { id: audit.reviewer_id, name: reviewer ?? "" },
    });
  });
}

export const isOverdue = (now: Date): SQL<boolean> =>
  sql<boolean>`(${estateAudit.status} = 'pending' and ${estateAudit.sla_due_at} < ${isoInstant(now)})`;

export const waitingAudits = sql<number>`(select count(*)::int from ${estateAudit} where ${estateAudit.status} = 'pending')`;

export function auditRows(query: Query, now: Date): SQL {
  const { status, keyword, action, country: countries, submitter_id, overdue } = query;
  return sql`${and(
    eq(estateAudit.status, status),
    keyword ? containsText(estateAudit.search_text, keyword) : undefined,
    action?.length ? inArray(estateAudit.action, action) : undefined,
    countries?.length
      ? sql`${estateAudit.estate_id} in (select ${estate.id} from ${estate} where ${inArray(estate.country_code, countries)})`
      : undefined,
    submitter_id === undefined
      ? undefined
      : and(eq(estateAudit.submitter_type, "user"), eq(estateAudit.submitter_id, submitter_id)),
    overdue === undefined ? undefined : overdue ? isOverdue(now) : sql`not ${isOverdue(now)}`,
    ...within(estateAudit.submitted_at, query.submitted_from, query.submitted_to),
  )}`;
}

export const auditOrder = ({ sort, status }: Pick<Query, "sort" | "status">): SQL =>
  orderOf(estateAudit, queueSort(sort, status === "pending" ? "sla_due_at" : "-submitted_at"), estateAudit.id);

/** Whether somebody filed a review, or added to what is reviewed: they do not decide it, unless they may do everything. */
export const isOwn = (
  { user: caller }: Pick<SignedCall, "user">,
  {
    submitter_type,
    submitter_id,
    updated_by,
  }: Pick<ViewedAudit["audit"], "submitter_type" | "submitter_id" | "updated_by">,
): boolean =>
  !isAdmin(caller) && ((submitter_type === "user" && submitter_id === caller.id) || updated_by === caller.id);

/** The other reviews that wait for this caller: the one that is due next, and how many. */
export async function queueBeside({ db, user: caller }: Looking, id: number) {
  const isOthers = sql`(${estateAudit.submitter_type} <> 'user' or ${estateAudit.submitter_id} is distinct from ${caller.id})
    and ${estateAudit.updated_by} is distinct from ${caller.id}`;
  const [row] = await db
    .select({ id: estateAudit.id, left: countAll })
    .from(estateAudit)
    .where(and(eq(estateAudit.status, "pending"), ne(estateAudit.id, id), isAdmin(caller) ? undefined : isOthers))
    .orderBy(estateAudit.sla_due_at, estateAudit.id)
    .limit(1);
  return { next_id: row?.id ?? null, left: row?.left ?? 0 };
}
