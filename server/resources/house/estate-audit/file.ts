import { and, desc, eq } from "drizzle-orm";
import { type AuditAction, auditActions, type EstateSnapshot, type SubmitterType } from "~/contract/house/estate-audit";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { estate, estateAudit } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { worksWith } from "~/server/identity/scope";
import { audit } from "~/server/lib/audit";
import { type ActingCall, found, Refusal, refuse, type SignedCall, setRow } from "~/server/lib/call";
import { emit } from "~/server/lib/emit";
import { changedBy } from "~/server/lib/entity";
import { type Message, notify } from "~/server/lib/notify";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { nextNumber } from "~/server/resources/shared/numbers";
import { addWorkdays } from "~/server/resources/shared/workdays";
import { completenessOf } from "../estate/completeness";
import { auditEstate, type Estate } from "../estate/facts";
import { changesBetween, snapshotsOf } from "./snapshot";

interface About {
  db: SignedCall["db"];
  now: Date;
  /** Whose act it is; null: nobody's of the staff. */
  by: number | null;
}

type Words = Pick<Message, "title" | "content" | "level">;

async function notifyReviewers({ db, now, by }: About, auditId: number, words: Words) {
  const reviewers = await db.select({ id: user.id }).from(user).where(worksWith("house:estate:audit")).orderBy(user.id);
  const link = { link: `/house/audit?id=${auditId}`, link_id: auditId };
  await notify(
    db,
    now,
    by,
    reviewers.map(({ id }) => ({ user_id: id, category: "audit", ...link, ...words })),
  );
}

/** Notifies the submitter. Agents and brokers have no inbox here: they read the result on their own sites. */
export async function notifySubmitter(
  { db, now, by }: About,
  {
    submitter_type,
    submitter_id,
    estate_id,
  }: { submitter_type: string; submitter_id: number | null; estate_id: number },
  words: Words,
) {
  if (submitter_type !== "user" || submitter_id === null) return;
  const link = { link: `/house/estate-list/estate-detail?id=${estate_id}`, link_id: estate_id };
  await notify(db, now, by, [{ user_id: submitter_id, category: "audit", ...link, ...words }]);
}

export type EstateAudit = typeof estateAudit.$inferSelect;

export const auditPrefix = "SH";

interface Filing {
  db: Db;
  services: Pick<Services, "now">;
}

interface Submitter {
  type: SubmitterType;
  id: number | null;
  name: string;
}

export async function pendingOf(db: Db, estateId: number): Promise<EstateAudit | undefined> {
  const [row] = await db
    .select()
    .from(estateAudit)
    .where(and(eq(estateAudit.estate_id, estateId), eq(estateAudit.status, "pending")))
    .for("update");
  return row;
}

/** Submits a new estate, or a refused one that has been corrected; it is locked by the caller's transaction. Answers its review. */
export async function fileCreate(call: ActingCall, row: Estate): Promise<Pick<EstateAudit, "id">> {
  if (row.audit_status !== "draft" && row.audit_status !== "rejected") return refuse(40902);
  const missing = (await completenessOf(call.db, row)).filter(({ needed, is_met }) => needed === "submit" && !is_met);
  if (missing.length)
    throw new Refusal(42200, `还不能提交审核，还缺：${missing.map(({ label }) => label).join("、")}`, {
      errors: missing.map(({ key, label }) => ({ field: key, label, message: `提交审核前需要：${label}` })),
    });
  const { live } = await snapshotsOf(call.db, row);
  const refused = row.audit_status === "rejected" ? await refusedOf(call.db, row.id) : undefined;
  const diff = refused ? await changesBetween(call, refused, live) : [];
  if (refused && diff.length === 0) throw new Refusal(40902, "内容与被驳回时相同，请修改后再提交");
  const filed = await add(call, row, { action: "create", snapshot: live, before: refused ?? null, diff });
  await setRow(call.db, estate, row.id, {
    ...{ audit_status: "pending", submitted_at: filed.submitted_at, version: row.version + 1 },
    ...{ updated_at: filed.submitted_at, updated_by: call.user.id },
  });
  await auditEstate(call, row, {
    summary: `提交审核 ${row.estate_no} ${row.name}（${filed.audit_no}）`,
    touches: [{ type: "estate_audit", id: filed.id }],
  });
  await emit(call.db, call.services.now(), "estate.submitted", {
    ...{ estate_no: row.estate_no, estate: row.name, audit_no: filed.audit_no },
    link: `/house/audit?id=${filed.id}`,
  });
  return filed;
}

/** Brings the one review of an approved estate's changes up to date with what is staged, or begins it; answers its number. */
export async function fileUpdate(call: ActingCall, { id }: Pick<Estate, "id">) {
  const { db } = call;
  const row = await readEstate(db, id);
  const { live, proposed } = await snapshotsOf(db, row);
  const diff = await changesBetween(call, live, proposed);
  const waiting = await pendingOf(db, id);
  if (waiting && waiting.action !== "update") return refuse(40902);
  const given = { snapshot: proposed, before: live, diff };
  const filed = waiting ?? (await add(call, row, { action: "update", ...given }));
  if (waiting)
    await setRow(db, estateAudit, waiting.id, {
      ...given,
      search_text: searchText(waiting.audit_no, row, waiting.submitter_name),
      version: waiting.version + 1,
      ...changedBy(call),
    });
  return { id: filed.id, audit_no: filed.audit_no };
}

/** Ends the review of a change that has become empty. */
export async function closeEmpty(call: ActingCall, { id }: Pick<Estate, "id">): Promise<void> {
  const waiting = await pendingOf(call.db, id);
  if (waiting?.action === "update") await end(call, waiting);
}

/** Files an agent's or a broker's request to take their estate offline. The estate is locked. */
export async function fileOffline(
  filing: Filing,
  row: Estate,
  { reason, submitter }: { reason: string; submitter: Submitter },
): Promise<EstateAudit> {
  const { db, services } = filing;
  if (row.publish_status !== "online" || (await pendingOf(db, row.id))) return refuse(40902);
  const { live } = await snapshotsOf(db, row);
  const filed = await insert(filing, row, submitter, {
    ...{ action: "offline", snapshot: live, before: null, diff: [], reason },
  });
  const user =
    submitter.type === "user" && submitter.id !== null ? { id: submitter.id, name: submitter.name } : "system";
  await audit(
    { db, user, services },
    {
      module: "house",
      action: "update",
      target: { type: "estate", id: row.id, name: row.name },
      touches: [{ type: "estate_audit", id: filed.id }],
      summary: `申请下架 ${row.estate_no} ${row.name}（${filed.audit_no}）`,
      reason,
    },
  );
  return filed;
}

interface Given {
  action: AuditAction;
  snapshot: EstateSnapshot;
  before: EstateSnapshot | null;
  diff: EstateAudit["diff"];
  reason?: string;
}

const add = ({ db, services, user: { id, name, outside } }: ActingCall, row: Estate, given: Given) =>
  insert({ db, services }, row, { type: outside ?? "user", id, name }, given);

async function insert({ db, services }: Filing, row: Estate, submitter: Submitter, given: Given): Promise<EstateAudit> {
  const now = services.now();
  const { "estate.audit_sla_days": days } = await readSettings(db);
  const at = isoInstant(now);
  const audit_no = await nextNumber(db, auditPrefix, now);
  const by = submitter.type === "user" ? submitter.id : null;
  const [filed] = await db
    .insert(estateAudit)
    .values({
      ...given,
      audit_no,
      estate_id: row.id,
      ...{ submitter_type: submitter.type, submitter_id: submitter.id, submitter_name: submitter.name },
      submitted_at: at,
      sla_due_at: isoInstant(addWorkdays(now, days)),
      search_text: searchText(audit_no, row, submitter.name),
      ...{ created_at: at, updated_at: at, created_by: by, updated_by: by },
    })
    .returning();
  const made = found(filed);
  await notifyReviewers({ db, now, by }, made.id, {
    title: `新房审核：${row.name}`,
    content: `房源【${row.name}】${row.estate_no}的${auditActions[given.action]}等待审核，单号${audit_no}。`,
  });
  return made;
}

/** As lists find it. */
function searchText(auditNo: string, row: Estate, submitter: string): string {
  const names = [row.name, row.name_local, row.name_en, ...row.alias].flatMap((one) => one || []);
  return [...new Set([auditNo, row.estate_no, ...names, submitter])].join("\n").toLowerCase();
}

/** It waits no longer, and nobody has decided it. */
export async function end({ db, user, services }: ActingCall, { id, version }: EstateAudit): Promise<void> {
  await setRow(db, estateAudit, id, { status: "withdrawn", version: version + 1, ...changedBy({ user, services }) });
}

/** What was refused of a new estate, the last time. */
async function refusedOf(db: Db, estateId: number): Promise<EstateSnapshot | undefined> {
  const { estate_id, action, status, snapshot, submitted_at, id } = estateAudit;
  const [row] = await db
    .select({ snapshot })
    .from(estateAudit)
    .where(and(eq(estate_id, estateId), eq(action, "create"), eq(status, "rejected")))
    .orderBy(desc(submitted_at), desc(id))
    .limit(1);
  return row?.snapshot;
}

async function readEstate(db: Db, id: number): Promise<Estate> {
  const [row] = await db.select().from(estate).where(eq(estate.id, id));
  return found(row);
}
