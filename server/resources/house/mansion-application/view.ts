import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { labelOf } from "~/contract/field";
import { AboutMansion, ApplicationDetail, type RequestedField } from "~/contract/house/mansion-application";
import { mansionApplication, mansionOwner } from "~/server/database/tables/house/property";
import type { SignedCall } from "~/server/lib/call";
import { maskContact } from "~/server/lib/mask";
import { found } from "~/server/lib/refusal";
import { rowOf, setRow } from "~/server/lib/row";
import { districtsOf } from "~/server/resources/shared/districts";
import { shownPictures } from "~/server/resources/shared/pictures";
import { coversOf } from "../album/album-view";
import { type Application, queueBeside, selectApplications, toApplicationRow } from "./application-list";
import { candidatesOf } from "./candidates";
import { fittingOf, payloadTexts, schemaOf } from "./payload";
import { type Mansion, presentMansion } from "./present";

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
async function fieldsOf(
  call: SignedCall,
  { type, payload, applied_fields }: Application,
  about: Mansion | undefined,
): Promise<RequestedField[]> {
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
