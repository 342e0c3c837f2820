import { and, eq, inArray } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { MansionFields } from "~/contract/house/mansion";
import {
  type ApplicantType,
  type ApplicationType,
  applicationTypes,
  ClaimFields,
} from "~/contract/house/mansion-application";
import { isoInstant } from "~/server/database/tables/columns";
import { mansionApplication } from "~/server/database/tables/house/property";
import { district } from "~/server/database/tables/region/geography";
import { media } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { type Asking, found, refuseFields } from "~/server/lib/call";
import { parseInput } from "~/server/lib/input";
import { nextNumber } from "~/server/resources/shared/numbers";
import { candidatesOf, schemaOf } from "./payload";
import { type Application, presentMansion } from "./view";

export const applicationPrefix = "LS";
const mostEvidence = 9;

export interface NewApplication {
  type: ApplicationType;
  /** The building that it is about; none for a new one. */
  mansion_id: number | null;
  payload: Readonly<Record<string, unknown>>;
  applicant_type: ApplicantType;
  applicant_id: number | null;
  applicant_name: string;
  contact: string | null;
  evidence_ids: number[];
}

/** Takes a wish in: the one way for the intake of the site and of agents. What a building must have is checked when it becomes one, so that a handler can mend it. */
export async function fileApplication({ db, services }: Asking, wish: NewApplication): Promise<Application> {
  const now = services.now();
  const payload = payloadOf(wish);
  const about = wish.mansion_id === null ? undefined : await presentMansion(db, wish.mansion_id);
  const wrong = [
    ...(wish.type !== "create" && !about ? [{ field: "mansion_id", label: "楼栋", message: "楼栋不存在" }] : []),
    ...(await evidenceErrors(db, wish)),
  ];
  if (wrong.length) return refuseFields(wrong);
  const at = isoInstant(now);
  const place = about ?? { name: String(payload.name), name_local: payload.name_local, district_id: null };
  const similar_count = about ? 0 : (await candidatesOf(db, services, payload)).length;
  const [row] = await db
    .insert(mansionApplication)
    .values({
      ...applicationColumns(await nextNumber(db, applicationPrefix, now), wish, payload, place),
      district_id: about?.district_id ?? (await knownDistrict(db, payload.district_id)),
      mansion_id: about?.id ?? null,
      similar_count,
      created_at: at,
      updated_at: at,
    })
    .returning();
  const application = found(row);
  await audit(
    { db, user: "system", services },
    {
      module: "house",
      action: "create",
      target: { type: "mansion_application", id: application.id, name: application.application_no },
      summary: `收到楼栋申请${application.application_no}（${applicationTypes[wish.type]}）：${application.mansion_name}`,
    },
  );
  return application;
}

export function applicationColumns(
  application_no: string,
  { type, applicant_type, applicant_id, applicant_name, contact, evidence_ids }: NewApplication,
  payload: Record<string, unknown>,
  about: { name: string; name_local?: unknown },
) {
  const names = [about.name, about.name_local, payload.name, payload.name_local];
  const found = [application_no, ...new Set(names.filter((name) => typeof name === "string")), applicant_name];
  return {
    ...{ application_no, type, payload, applicant_type, applicant_id, applicant_name, contact, evidence_ids },
    mansion_name: about.name,
    search_text: found.join("\n").toLowerCase(),
  };
}

/** What fields of a building, or of a claim, are asked for; what is no field is left out, and a value that fits is kept as its field writes it. */
function payloadOf({ type, payload }: NewApplication): Record<string, unknown> {
  if (type === "claim") return parseInput(ClaimFields, payload);
  const entries = Object.entries(schemaOf(type).shape).flatMap(([name, schema]): [string, unknown][] => {
    if (!(name in payload)) return [];
    const parsed = schema.safeParse(payload[name]);
    return [[name, parsed.success ? parsed.data : payload[name]]];
  });
  // Without a name nobody would know what the list speaks of.
  if (type === "create") parseInput(MansionFields.pick({ name: true }), payload);
  else if (entries.length === 0)
    return refuseFields([{ field: "payload", label: "纠错内容", message: "请填写要更正的内容" }]);
  return Object.fromEntries(entries);
}

async function evidenceErrors(db: Asking["db"], { type, evidence_ids }: NewApplication): Promise<FieldError[]> {
  const complain = (message: string) => [{ field: "evidence_ids", label: "证明材料", message }];
  if (type === "claim" && evidence_ids.length === 0) return complain("请上传产权证明");
  if (evidence_ids.length > mostEvidence) return complain(`证明材料最多${mostEvidence}张`);
  if (evidence_ids.length === 0) return [];
  const isReady = and(inArray(media.id, evidence_ids), eq(media.status, "ready"), eq(media.scene, "evidence"));
  const ready = await db.$count(media, isReady);
  return ready === new Set(evidence_ids).size ? [] : complain("图片不存在或未上传完成，请重新上传");
}

/** The district that is asked for, if it is one. */
async function knownDistrict(db: Asking["db"], id: unknown): Promise<number | null> {
  const asked = MansionFields.shape.district_id.safeParse(id);
  if (!asked.success) return null;
  const [row] = await db.select({ id: district.id }).from(district).where(eq(district.id, asked.data));
  return row?.id ?? null;
}
