import { eq } from "drizzle-orm";
import type { z } from "zod";
import { labelOf } from "~/contract/field";
import { MansionFields } from "~/contract/house/mansion";
import { ApplicationCreate } from "~/contract/house/mansion-application";
import { isoInstant } from "~/server/database/tables/columns";
import { mansionApplication, mansionOwner } from "~/server/database/tables/house/property";
import { audit } from "~/server/lib/audit";
import { found, refuse, refuseFields, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { parseInput } from "~/server/lib/input";
import { tellEach } from "~/server/lib/notify";
import { addMansion, auditMansion, changeMansion } from "../mansion/write";
import { type Application, type Mansion, movesOf, presentMansion } from "./view";

type Move = keyof ReturnType<typeof movesOf>;

/** Makes the building that was asked for, of fields that the handler may have mended. */
export async function createFrom(call: SignedCall, id: number, fields: MansionFields): Promise<void> {
  const application = await lockPending(call, id, "create");
  const made = await addMansion(call, fields, "application");
  await close(call, application, { status: "confirmed", result_mansion_id: made.id });
  await notifyApplicant(call, application, {
    summary: `按申请${application.application_no}新增楼栋 ${made.mansion_no} ${made.name}`,
    title: "楼栋申请已通过",
    content: `您申请新增的楼栋【${application.mansion_name}】已新增，编号${made.mansion_no}。`,
  });
}

/** Answers the application for a new building with an existing one, which does not change. */
export async function mergeInto(call: SignedCall, id: number, mansionId: number): Promise<void> {
  // The building before the application, as in a merge of buildings, so that neither waits for the other.
  const target = await presentMansion(call.db, mansionId, { isLocked: true });
  const application = await lockPending(call, id, "merge");
  const wrong = target ? (target.status === "enabled" ? undefined : "楼栋已停用，请先启用") : "楼栋不存在";
  if (!target || wrong)
    return refuseFields([{ field: "mansion_id", label: "并入的楼栋", message: wrong ?? "楼栋不存在" }]);
  await close(call, application, { status: "merged", result_mansion_id: target.id });
  await notifyApplicant(call, application, {
    summary: `楼栋申请${application.application_no}并入 ${target.mansion_no} ${target.name}`,
    title: "楼栋申请已并入已有楼栋",
    content: `您申请新增的楼栋【${application.mansion_name}】已在楼盘字典中：${target.mansion_no} ${target.name}。`,
  });
}

/** Takes the chosen fields of a correction into the building, or its applicant as owner of a room. */
export async function applyTo(
  call: SignedCall,
  id: number,
  { fields, mansion_version }: { fields: string[]; mansion_version?: number },
): Promise<void> {
  const [asked] = await call.db.select().from(mansionApplication).where(eq(mansionApplication.id, id));
  const { mansion_id } = found(asked);
  const target = mansion_id === null ? undefined : await presentMansion(call.db, mansion_id, { isLocked: true });
  const application = await lockPending(call, id, "apply");
  // Merged into another, or deleted, since it was looked at.
  if (!target || application.mansion_id !== mansion_id) return refuse(40902);
  const applied_fields = [...new Set(fields)];
  if (application.type === "claim") await recordOwner(call, application, target, applied_fields);
  else await correct(call, application, target, applied_fields, mansion_version);
  await close(call, application, { status: "confirmed", result_mansion_id: target.id, applied_fields });
  const { application_no, payload } = application;
  const about = `${application_no}：${target.mansion_no} ${target.name}`;
  if (application.type === "claim")
    return notifyApplicant(call, application, {
      summary: `确认房产认领${about} ${payload.room_no}`,
      title: "房产认领已确认",
      content: `您对楼栋【${target.name}】${payload.room_no}的认领已确认。`,
    });
  return notifyApplicant(call, application, {
    summary: `采纳楼栋纠错${about}（${labelsOf(applied_fields)}）`,
    title: "楼栋纠错已采纳",
    content: `您对楼栋【${target.name}】的纠错已采纳：${labelsOf(applied_fields)}。`,
  });
}

export async function rejectApplication(call: SignedCall, id: number, reason: string): Promise<void> {
  const application = await lockPending(call, id, "reject");
  await close(call, application, { status: "rejected", reject_reason: reason });
  await notifyApplicant(call, application, {
    summary: `驳回楼栋申请${application.application_no}：${application.mansion_name}`,
    reason,
    title: "楼栋申请未通过",
    content: `您关于楼栋【${application.mansion_name}】的申请未通过，原因：${reason}。`,
  });
}

/** An application that waits, and may go that way, locked until the commit: of two who handle it at once the second is refused. */
async function lockPending({ db }: SignedCall, id: number, move: Move): Promise<Application> {
  const [row] = await db.select().from(mansionApplication).where(eq(mansionApplication.id, id)).for("update");
  const application = found(row);
  return movesOf(application)[move] ? application : refuse(40902);
}

async function correct(
  call: SignedCall,
  { payload }: Application,
  target: Mansion,
  fields: string[],
  readVersion = target.version,
): Promise<void> {
  const complain = (message: string) => refuseFields([{ field: "fields", label: "采纳的字段", message }]);
  if (fields.length === 0) return complain("请选择要采纳的字段");
  if (fields.some((name) => !(name in payload))) return complain("采纳的字段不在申请内");
  // Looked at before somebody else changed the building: the handler is to see the present values first.
  if (target.version !== readVersion) return refuse(40901);
  const chosen = Object.fromEntries(fields.map((name) => [name, payload[name]]));
  const after = parseInput(ApplicationCreate, { ...target, ...chosen });
  await changeMansion(call, target.id, { ...after, version: target.version });
}

async function recordOwner(
  call: SignedCall,
  { id, application_no, payload, applicant_type, applicant_id, applicant_name, contact }: Application,
  target: Mansion,
  fields: string[],
): Promise<void> {
  if (fields.length)
    return refuseFields([{ field: "fields", label: "采纳的字段", message: "房产认领没有可采纳的字段" }]);
  const room_no = String(payload.room_no);
  const owner = { owner_type: applicant_type, owner_id: applicant_id, name: applicant_name, contact };
  const at = isoInstant(call.services.now());
  const stamp = { created_at: at, updated_at: at, created_by: call.user.id, updated_by: call.user.id };
  const [taken] = await call.db
    .insert(mansionOwner)
    .values({ mansion_id: target.id, room_no, application_id: id, ...owner, ...stamp })
    .onConflictDoNothing()
    .returning({ id: mansionOwner.id });
  if (!taken) return refuse(40902);
  await auditMansion(call, target, { summary: `登记业主：${target.name} ${room_no}（申请${application_no}）` });
}

const labelsOf = (fields: readonly string[]) => {
  const shape: Readonly<Record<string, z.ZodType>> = MansionFields.shape;
  return fields.map((name) => labelOf(shape[name], name)).join("、");
};

async function close(
  { db, user, services }: SignedCall,
  { id, version }: Application,
  result: Pick<Application, "status"> &
    Partial<Pick<Application, "result_mansion_id" | "applied_fields" | "reject_reason">>,
): Promise<void> {
  const at = isoInstant(services.now());
  await setRow(db, mansionApplication, id, {
    ...result,
    version: version + 1,
    handler_id: user.id,
    handled_at: at,
    ...changedBy({ user, services }),
  });
}

interface Outcome {
  summary: string;
  reason?: string | null;
  title: string;
  content: string;
}

/** Leaves the log's line, and tells the applicant. Users of the site and agents have no inbox here: they read the result from the row, by their own sites. */
async function notifyApplicant(call: SignedCall, application: Application, outcome: Outcome): Promise<void> {
  const { summary, reason, title, content } = outcome;
  const target = { type: "mansion_application", id: application.id, name: application.application_no };
  await audit(call, { module: "house", action: "audit", target, summary, reason });
  const { applicant_type, applicant_id } = application;
  if (applicant_type !== "staff" || applicant_id === null) return;
  await tellEach(call, [applicant_id], { category: "audit", title, content });
}
