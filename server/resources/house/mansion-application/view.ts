import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { labelOf } from "~/contract/field";
import {
  AboutMansion,
  ApplicationDetail,
  ApplicationRow,
  type mansionApplication as contract,
  type RequestedField,
} from "~/contract/house/mansion-application";
import { maskContact } from "~/contract/mask";
import type { Db } from "~/server/database/database";
import { mansion, mansionApplication, mansionOwner } from "~/server/database/tables/house/property";
import { district } from "~/server/database/tables/region/geography";
import { user } from "~/server/database/tables/system/system";
import { found, rowOf, type SignedCall, setRow } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { countAll, orderOf, queueSort, within } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { districtsOf } from "~/server/resources/shared/districts";
import { shownPictures } from "~/server/resources/shared/pictures";
import { coversOf } from "../album/album-view";
import { candidatesOf, fittingOf, payloadTexts, schemaOf } from "./payload";

export type Mansion = typeof mansion.$inferSelect;

/** The building as it is now, or the one it was merged into; undefined when deleted. `isLocked`: its row is locked until the commit. */
export async function presentMansion(db: Db, id: number, { isLocked = false } = {}): Promise<Mansion | undefined> {
  const asked = db.select().from(mansion).where(isPresent(mansion, id));
  const [row] = isLocked ? await asked.for("update") : await asked;
  // A merge only points onwards, so this ends.
  return row?.merged_to_id ? presentMansion(db, row.merged_to_id, { isLocked }) : row;
}

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
type ViewedApplication = Awaited<ReturnType<typeof selectApplications>>[number];

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
async function queueBeside(db: Db, { id, created_at }: Pick<Application, "id" | "created_at">) {
  const isOlder = sql`(${mansionApplication.created_at}, ${mansionApplication.id}) < (${created_at}::timestamptz, ${id})`;
  const [row] = await db
    .select({ id: mansionApplication.id, left: countAll })
    .from(mansionApplication)
    .where(and(eq(mansionApplication.status, "pending"), ne(mansionApplication.id, id)))
    .orderBy(isOlder, applicationOrder({ sort: "due", status: "pending" }))
    .limit(1);
  return { next_id: row?.id ?? null, left: row?.left ?? 0 };
}

/** One application with all that its handler looks at; how many buildings may be the same is looked up anew while it waits. */
export async function applicationOf(call: SignedCall, id: number): Promise<ApplicationDetail> {
  const { db, services } = call;
  const [row] = await selectApplications(db).where(eq(mansionApplication.id, id));
  const viewed = found(row);
  const { application, handler } = viewed;
  const { payload, contact, handler_id } = application;
  const about = application.mansion_id === null ? undefined : await presentMansion(db, application.mansion_id);
  const result =
    application.result_mansion_id === null ? undefined : await presentMansion(db, application.result_mansion_id);
  const isOpen = application.status === "pending" && application.type === "create";
  const candidates = isOpen ? await candidatesOf(db, services, payload) : [];
  if (isOpen && candidates.length !== application.similar_count) await keepCount(call, id, candidates.length);
  const summary = toApplicationRow(viewed);
  return rowOf(ApplicationDetail, application, {
    ...summary,
    similar_count: isOpen ? candidates.length : summary.similar_count,
    // A building that is gone can neither be corrected nor owned.
    can: { ...summary.can, apply: summary.can.apply && about !== undefined },
    candidates,
    payload: fittingOf(application.type, payload),
    contact: maskApplicant(contact),
    fields: await fieldsOf(call, application, about),
    evidence: await evidenceOf(call, application.evidence_ids),
    mansion: about ? await briefOf(call, about) : null,
    room_owners: about ? await roomOwners(call, about.id, payload.room_no) : 0,
    result: result ? await briefOf(call, result) : null,
    handler: handler_id === null ? null : { id: handler_id, name: handler ?? "" },
    ...(await queueBeside(db, application)),
  });
}

/** A phone, an address or an account: nobody in the house owns an applicant, so that everybody sees it masked. */
function maskApplicant(contact: string | null): string | null {
  if (contact?.includes("@")) return maskContact("email", contact);
  return maskContact(/^[\d\s()+-]+$/.test(contact ?? "") ? "phone" : "wechat", contact);
}

async function keepCount({ db }: SignedCall, id: number, similar_count: number): Promise<void> {
  await setRow(db, mansionApplication, id, { similar_count, updated_at: sql`${mansionApplication.updated_at}` });
}

/** What is asked for, field by field as the form has them, with what the building says now. */
async function fieldsOf(call: SignedCall, { type, payload, applied_fields }: Application, about: Mansion | undefined) {
  const asked = await payloadTexts(call, type, payload, about?.currency);
  const present =
    about && type === "correct" ? await payloadTexts(call, type, { ...about }) : new Map<string, string>();
  const fitting = fittingOf(type, payload);
  const shape: Record<string, z.ZodType> = schemaOf(type).shape;
  return Object.keys(shape).flatMap((field): RequestedField[] => {
    if (!(field in payload) || (type !== "correct" && !asked.has(field))) return [];
    const before = present.get(field) ?? null;
    const after = asked.get(field) ?? null;
    return [
      {
        field,
        label: labelOf(shape[field], field),
        present: before,
        asked: after,
        is_changed: before !== after,
        is_valid: field in fitting,
        is_taken: applied_fields.includes(field),
      },
    ];
  });
}

const evidenceOf = async (call: SignedCall, ids: number[]): Promise<ApplicationDetail["evidence"]> =>
  (await shownPictures(call, ids))(ids);

async function briefOf({ db, services }: SignedCall, row: Mansion): Promise<AboutMansion> {
  const { id } = row;
  const [place] = await districtsOf(db, [row.district_id]);
  const covers = await coversOf(db, services, "mansion", [id]);
  return rowOf(AboutMansion, row, {
    district: place?.name ?? "",
    cover: covers.get(id) ?? null,
  });
}

async function roomOwners({ db }: SignedCall, mansionId: number, roomNo: unknown): Promise<number> {
  if (typeof roomNo !== "string") return 0;
  return db.$count(mansionOwner, and(eq(mansionOwner.mansion_id, mansionId), eq(mansionOwner.room_no, roomNo)));
}
