import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import {
  type InquiryAssign,
  type InquiryClose,
  InquiryInvalid,
  type InquiryRemark,
  type InquiryReopen,
} from "~/contract/inquiry/inquiry";
import { InquiryContacted, type InquiryNote } from "~/contract/inquiry/inquiry-record";
import { isoInstant } from "~/server/database/tables/columns";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { schedule, user as userTable } from "~/server/database/tables/system/system";
import { holds } from "~/server/identity/scope";
import type { Done } from "~/server/lib/batch";
import { found, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { choiceLabel, lookUp, unknownChoices } from "~/server/lib/dictionary";
import { changedBy } from "~/server/lib/entity";
import { readSettings } from "~/server/lib/settings";
import { listValue } from "~/server/resources/customer/blacklist/write";
import { reminderOf } from "~/server/resources/shared/reminder";
import { afterWorkTime } from "../work-time";
import {
  assigns,
  auditInquiry,
  changeInquiry,
  checkKind,
  checkOwn,
  checkStatus,
  claimsKind,
  type InquiryRecord,
  lockInquiry,
  logStep,
  managesSellers,
  nextVersion,
  respondedNow,
} from "./change";
import { contactsOf } from "./contact";
import { mayHandle } from "./on-duty";
import { described, tell } from "./tell";
import { selectInquiries } from "./view";

export async function claimInquiry(call: SignedCall, id: number): Promise<void> {
  const { db, user } = call;
  const [asked] = await db.select().from(inquiry).where(eq(inquiry.id, id));
  const row = found(asked);
  if (row.deleted_at) return refuse(40400);
  if (!claimsKind(user, row)) return refuse(40300);
  if (row.assignee_id !== null && row.assignee_id !== user.id) return refuse(40903, {}, await takenBy(call, id));
  if (row.status !== "pending") return refuse(40902);
  const [claimed] = await db
    .update(inquiry)
    .set({ assignee_id: user.id, status: "assigned", version: nextVersion, ...changedBy(call) })
    .where(and(eq(inquiry.id, id), eq(inquiry.status, "pending"), isNull(inquiry.assignee_id)))
    .returning({ id: inquiry.id });
  if (!claimed) return refuse(40903, {}, await takenBy(call, id));
  await logStep(call, id, { action: "claim", from: "pending", to: "assigned" });
  await auditInquiry(call, row, { action: "claim", summary: `领取询盘${row.inquiry_no}` });
}

async function takenBy(call: SignedCall, id: number): Promise<{ assignee: string | null }> {
  const [viewed] = await selectInquiries(call).where(eq(inquiry.id, id));
  return { assignee: viewed?.assignee_name ?? null };
}

const assigneeError = (message: string) => refuseFields([{ field: "assignee_id", label: "顾问", message }]);

/** Checks that the caller may assign an inquiry to a user: inside their scope, active, handling its kind. */
async function checkTarget({ db, user }: SignedCall, targetId: number, row: InquiryRecord): Promise<string> {
  const [target] = await db.select().from(userTable).where(eq(userTable.id, targetId));
  if (!target || target.deleted_at || target.status !== "enabled") return assigneeError("该员工不存在或已停用");
  if (!(await holds(db, user, "inquiry", targetId))) return refuse(40301);
  return (await mayHandle(db, targetId, row)) ? target.name : assigneeError("该员工不能处理此类询盘");
}

/** Assigns an unassigned inquiry, or, with a reason, another user's that is not begun. */
export async function assignInquiry(
  call: SignedCall,
  id: number,
  { assignee_id, reason }: Pick<z.output<typeof InquiryAssign>, "assignee_id" | "reason">,
): Promise<Done> {
  const row = await lockInquiry(call, id);
  checkStatus(row, "pending", "assigned");
  if (row.assignee_id === assignee_id) return assigneeError("该询盘已由此人处理");
  if (row.assignee_id !== null && !reason)
    return refuseFields([{ field: "reason", label: "改派原因", message: "请输入改派原因" }]);
  const name = await checkTarget(call, assignee_id, row);
  const done = await changeInquiry(call, row, { assignee_id, status: "assigned" });
  const verb = row.assignee_id === null ? "分配" : "改派";
  const action = row.assignee_id === null ? "assign" : "reassign";
  const why = [name, reason].filter(Boolean).join("：");
  await logStep(call, id, { action, from: row.status, to: "assigned", reason: why });
  await auditInquiry(call, row, { action: "assign", summary: `${verb}询盘${row.inquiry_no}给${name}`, reason });
  const because = reason ? `，原因：${reason}` : "";
  const content = `${call.user.name}将询盘${described(row)}${verb}给`;
  await tell(call, row, assignee_id, { title: "您有新的询盘", content: `${content}您${because}。` });
  if (row.assignee_id !== null)
    await tell(call, row, row.assignee_id, { title: "您的询盘已改派", content: `${content}${name}${because}。` });
  return done;
}

export async function reopenInquiry(
  call: SignedCall,
  id: number,
  { assignee_id, reason }: z.output<typeof InquiryReopen>,
): Promise<void> {
  const row = await lockInquiry(call, id);
  checkStatus(row, "invalid", "closed");
  const name = await checkTarget(call, assignee_id, row);
  const now = call.services.now();
  const settings = await readSettings(call.db);
  await changeInquiry(call, row, {
    assignee_id,
    status: "assigned",
    invalid_reason: null,
    close_reason: null,
    waiting_since: isoInstant(now),
    due_at: isoInstant(afterWorkTime(now, settings["inquiry.response_minutes"], settings)),
    is_overdue: false,
    first_response_at: null,
    response_seconds: null,
  });
  await logStep(call, id, { action: "reopen", from: row.status, to: "assigned", reason: `${name}：${reason}` });
  await auditInquiry(call, row, { action: "update", summary: `重新打开询盘${row.inquiry_no}，由${name}处理`, reason });
  const content = `${call.user.name}重新打开询盘${described(row)}，由您处理，原因：${reason}。`;
  await tell(call, row, assignee_id, { title: "您有重新打开的询盘", content });
}

/** The assignee has reached the person, or tried to; the note belongs to the inquiry until there is a customer. */
export async function contactedInquiry(call: SignedCall, id: number, body: z.output<typeof InquiryContacted>) {
  const row = await lockInquiry(call, id);
  checkOwn(call, row);
  checkStatus(row, "assigned", "processing");
  const note = await noteOf(call, body);
  // Once begun only a follow-up makes sense.
  if (row.status === "processing" && !note) return refuse(40902);
  await changeInquiry(call, row, { status: "processing", ...(await respondedNow(call, row)) });
  const step = { from: row.status, to: "processing" } as const;
  if (note) await logStep(call, id, { action: "follow", ...step, reason: note.content, detail: note });
  else await logStep(call, id, { action: "contacted", ...step });
  const verb = note ? "跟进" : "已联系";
  await auditInquiry(call, row, { action: "update", summary: `${verb}询盘${row.inquiry_no}` });
  if (note?.next_at) await planNote(call, row, note.next_at);
}

async function noteOf(call: SignedCall, body: z.output<typeof InquiryContacted>): Promise<InquiryNote | undefined> {
  const { type, result, content, next_at } = body;
  if (content === null) return undefined;
  const dictionary = await lookUp(call, InquiryContacted, body);
  const wrong = unknownChoices(dictionary, InquiryContacted, body);
  if (next_at && Date.parse(next_at) <= call.services.now().getTime())
    wrong.push({ field: "next_at", label: "下次跟进时间", message: "下次跟进时间应晚于现在" });
  return wrong.length ? refuseFields(wrong) : { type, result, content, next_at: next_at && isoInstant(next_at) };
}

/** The next call as a schedule of the caller: there is no customer yet to store its date. */
async function planNote({ db, user, services }: SignedCall, row: InquiryRecord, start_at: string): Promise<void> {
  const at = isoInstant(services.now());
  const settings = await readSettings(db);
  const moved = await db
    .update(schedule)
    .set({ start_at, updated_at: at })
    .where(and(eq(schedule.inquiry_id, row.id), eq(schedule.user_id, user.id), eq(schedule.status, "pending")))
    .returning({ id: schedule.id });
  if (moved.length) return;
  await db.insert(schedule).values({
    user_id: user.id,
    title: `回访${row.name ?? row.inquiry_no}`.slice(0, 50),
    type: "call",
    start_at,
    inquiry_id: row.id,
    remind_minutes: reminderOf(settings),
    ...{ created_at: at, updated_at: at, created_by: user.id, updated_by: user.id },
  });
}

export const invalidLabel = (call: SignedCall, reason: string) => choiceLabel(call, InquiryInvalid, "reason", reason);

/** Marks an inquiry as invalid: the caller's own, or, for users who assign, any that is not over. */
export async function invalidateInquiry(
  call: SignedCall,
  id: number,
  { reason, words, blacklist }: { reason: string; words: string; blacklist: boolean },
): Promise<Done> {
  const row = await lockInquiry(call, id);
  checkKind(call, row);
  if (row.assignee_id !== call.user.id && !assigns(call.user)) return refuse(40300);
  checkStatus(row, "pending", "assigned", "processing");
  if (blacklist) await listContacts(call, row, words);
  const done = await changeInquiry(call, row, { status: "invalid", invalid_reason: reason });
  await logStep(call, id, { action: "invalid", from: row.status, to: "invalid", reason: words });
  await auditInquiry(call, row, { action: "update", summary: `标记询盘${row.inquiry_no}无效`, reason: words });
  return done;
}

/** Blocks later inquiries of these contacts. Contacts already listed stay as they are. */
async function listContacts(call: SignedCall, row: InquiryRecord, words: string): Promise<void> {
  if (!call.user.permissions.has("customer:blacklist:manage")) return refuse(40300);
  const contacts = contactsOf(row);
  if (contacts.length === 0)
    return refuseFields([{ field: "blacklist", label: "拉黑", message: "该询盘没有联系方式，不能拉黑" }]);
  for (const { type, value } of contacts)
    if (type === "phone" || type === "wechat" || type === "email")
      await call.db
        .transaction((db) =>
          listValue(
            { ...call, db },
            {
              type,
              value,
              reason: "harassment",
              detail: `询盘${row.inquiry_no}：${words}`.slice(0, 200),
              effect: ["block_inquiry"],
              expire_at: null,
              evidence_ids: [],
              customer_id: null,
              customer_user_id: row.customer_user_id,
            },
          ),
        )
        .catch(ignoreListed);
}

function ignoreListed(error: unknown): void {
  const isListed = error instanceof Error && "code" in error && error.code === 40900;
  if (!isListed) throw error;
}

/** Closes an inquiry without a customer: the caller's own, or as the manager of sellers. */
export async function closeInquiry(call: SignedCall, id: number, { reason }: z.output<typeof InquiryClose>) {
  const row = await lockInquiry(call, id);
  checkKind(call, row);
  if (row.assignee_id !== call.user.id && !managesSellers(call.user)) return refuse(40300);
  checkStatus(row, "assigned", "processing");
  await changeInquiry(call, row, { status: "closed", close_reason: reason });
  await logStep(call, id, { action: "close", from: row.status, to: "closed", reason });
  await auditInquiry(call, row, { action: "update", summary: `关闭询盘${row.inquiry_no}`, reason });
}

export async function remarkInquiry(call: SignedCall, id: number, { remark }: z.output<typeof InquiryRemark>) {
  const row = await lockInquiry(call, id);
  checkKind(call, row);
  if (remark === row.remark) return;
  await changeInquiry(call, row, { remark });
  await logStep(call, id, { action: "remark", reason: remark });
  const changes = [{ field: "remark", label: "内部备注", before: row.remark, after: remark }];
  await auditInquiry(call, row, { action: "update", summary: `备注询盘${row.inquiry_no}`, changes });
}
