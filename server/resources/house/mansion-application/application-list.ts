import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import {
  type ApplicationDetail,
  ApplicationRow,
  type mansionApplication as contract,
} from "~/contract/house/mansion-application";
import type { Db } from "~/server/database/database";
import { mansionApplication } from "~/server/database/tables/house/property";
import { district } from "~/server/database/tables/region/geography";
import { user } from "~/server/database/tables/system/system";
import { countAll, orderOf, queueSort, within } from "~/server/lib/list";
import { rowOf } from "~/server/lib/row";
import { containsText } from "~/server/lib/search";

type Query = z.output<typeof contract.list.query>;
export type Application = typeof mansionApplication.$inferSelect;

const above = alias(district, "above");

export function selectApplications(db: Db) {
  return db
    .select({
      application: mansionApplication,
      district: sql<string | null>`nullif(concat_ws(' ', ${above.name_zh}, ${district.name_zh}), '')`,
      handler: user.name,
    })
    .from(mansionApplication)
    .leftJoin(district, eq(district.id, mansionApplication.district_id))
    .leftJoin(above, eq(above.id, district.parent_id))
    .leftJoin(user, eq(user.id, mansionApplication.handler_id));
}
export type ViewedApplication = Awaited<ReturnType<typeof selectApplications>>[number];

/** What the state machine (domain C.5) lets be done with an application. */
export function movesOf({ status, type }: Pick<Application, "status" | "type">) {
  const isPending = status === "pending";
  const isNew = type === "create";
  return { create: isPending && isNew, merge: isPending && isNew, apply: isPending && !isNew, reject: isPending };
}

export function toApplicationRow({ application, district: place }: ViewedApplication): ApplicationRow {
  return rowOf(ApplicationRow, application, {
    district: place,
    can: movesOf(application),
  });
}

export const waitingApplications = sql<number>`(select count(*)::int from ${mansionApplication} where ${mansionApplication.status} = 'pending')`;

export function applicationRows({ status, keyword, type, applicant_type, country, ...days }: Query): SQL {
  return sql`${and(
    sql`true`,
    status === "all" ? undefined : eq(mansionApplication.status, status),
    keyword ? containsText(mansionApplication.search_text, keyword) : undefined,
    type?.length ? inArray(mansionApplication.type, type) : undefined,
    applicant_type?.length ? inArray(mansionApplication.applicant_type, applicant_type) : undefined,
    country?.length
      ? sql`${mansionApplication.district_id} in (select ${district.id} from ${district}
          where ${inArray(district.country_code, country)})`
      : undefined,
    ...within(mansionApplication.created_at, days.created_from, days.created_to),
  )}`;
}

export const applicationOrder = ({ sort, status }: Pick<Query, "sort" | "status">): SQL =>
  orderOf(
    mansionApplication,
    queueSort(sort, status === "pending" ? "created_at" : "-created_at"),
    mansionApplication.id,
  );

/** The other applications that wait: the next younger, else the oldest, and how many. */
export async function queueBeside(
  db: Db,
  { id, created_at }: Pick<Application, "id" | "created_at">,
): Promise<Pick<ApplicationDetail, "next_id" | "left">> {
  const isOlder = sql`(${mansionApplication.created_at}, ${mansionApplication.id}) < (${created_at}::timestamptz, ${id})`;
  const [row] = await db
    .select({ id: mansionApplication.id, left: countAll })
    .from(mansionApplication)
    .where(and(eq(mansionApplication.status, "pending"), ne(mansionApplication.id, id)))
    .orderBy(isOlder, applicationOrder({ sort: "due", status: "pending" }))
    .limit(1);
  return { next_id: row?.id ?? null, left: row?.left ?? 0 };
}
