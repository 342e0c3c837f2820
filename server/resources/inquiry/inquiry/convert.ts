import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ConvertedCustomer, InquiryConvert } from "~/contract/inquiry/inquiry";
import type { InquiryNote } from "~/contract/inquiry/inquiry-record";
import type { InquiryStatus } from "~/contract/inquiry/inquiry-words";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customer, requirement, requirementAnnex, tracking } from "~/server/database/tables/customer/customer";
import { inquiry, inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import { schedule } from "~/server/database/tables/system/system";
import { found, pick, refuse, rowsOf, type SignedCall, setRow, setRows } from "~/server/lib/call";
import { readSettings } from "~/server/lib/settings";
import { createCustomer } from "~/server/resources/customer/customer/create";
import { reactivated } from "~/server/resources/customer/customer/facts";
import { recycleRow } from "~/server/resources/customer/customer/ownership/acts";
import { auditCustomer, type CustomerRecord, lockCustomerRow } from "~/server/resources/customer/customer/row";
import { tieUser } from "~/server/resources/customer/customer-user/view";
import { recount } from "~/server/resources/customer/tracking/lock";
import { factsOf, moveCustomer } from "~/server/resources/customer/tracking/write";
import {
  auditInquiry,
  changeInquiry,
  checkOwn,
  checkStatus,
  type InquiryRecord,
  lockInquiry,
  logStep,
  respondedNow,
  visibleInquiries,
} from "./change";
import { isToday } from "./view";

const live = ["assigned", "processing"] as const satisfies InquiryStatus[];

/** Reads the inquiry without a lock: a customer's row is always locked before an inquiry's. */
async function askInquiry(call: SignedCall, id: number, ...states: InquiryStatus[]): Promise<InquiryRecord> {
  const [asked] = await call.db
    .select({ row: inquiry, isVisible: sql<boolean>`coalesce(${visibleInquiries(call.user)}, false)` })
    .from(inquiry)
    .where(eq(inquiry.id, id));
  const { row, isVisible } = found(asked);
  if (row.deleted_at) return refuse(40400);
  if (!isVisible) return refuse(40301);
  checkOwn(call, row);
  checkStatus(row, ...states);
  return row;
}

/** Makes a customer of an inquiry, or finds its existing one; its source and its earlier calls go to the customer. */
export async function convertInquiry(
  call: SignedCall,
  id: number,
  { customer_id, customer: typed }: z.output<typeof InquiryConvert>,
): Promise<void> {
  const row = await askInquiry(call, id, ...live);
  const target = customer_id === undefined ? await make(call, row, typed) : await takeExisting(call, customer_id);
  const { about, isMade } = target;
  await copyAttribution(call, row, about);
  await moveNotes(call, row, about);
  await changeInquiry(
    call,
    row,
    {
      status: "converted",
      customer_id: about.id,
      converted_at: isoInstant(call.services.now()),
      converted_created: isMade,
      ...(await respondedNow(call, row)),
    },
    live,
  );
  await logStep(call, id, { action: "convert", from: row.status, to: "converted", reason: `客户${about.customer_no}` });
  const summary = `询盘${row.inquiry_no}转为${isMade ? "新" : ""}客户${about.customer_no}`;
  await auditInquiry(call, row, {
    action: "update",
    summary,
    touches: [{ type: "customer", id: about.id }],
  });
}

export async function customerOfInquiry(call: SignedCall, id: number, typed: z.output<typeof ConvertedCustomer>) {
  if (!call.user.permissions.has("inquiry:inquiry:handle")) return refuse(40300);
  await convertInquiry(call, id, { action: "convert", customer: typed });
  const [made] = await call.db
    .select({ id: customer.id, customer_no: customer.customer_no })
    .from(inquiry)
    .innerJoin(customer, eq(customer.id, inquiry.customer_id))
    .where(eq(inquiry.id, id));
  return found(made);
}

interface Target {
  about: CustomerRecord;
  isMade: boolean;
}

async function make(call: SignedCall, row: InquiryRecord, typed: z.output<typeof ConvertedCustomer> | undefined) {
  if (!call.user.permissions.has("customer:info:create")) return refuse(40300);
  const customer_user_id = await freeUser(call, row.customer_user_id);
  const created = await createCustomer(call, { ...found(typed), customer_user_id, inquiry_id: null });
  const [about] = await call.db.select().from(customer).where(eq(customer.id, created.id));
  const made = found(about);
  // A customer that was taken over instead of created is an older record.
  return { about: made, isMade: made.version === 1 };
}

/** The registered user of the inquiry, unless they are already linked to a customer. */
async function freeUser({ db }: SignedCall, id: number | null): Promise<number | null> {
  if (id === null) return null;
  const [row] = await pick(
    db,
    customerUser,
    ["id"],
    and(eq(customerUser.id, id), isNull(customerUser.customer_id), eq(customerUser.status, "normal")),
  );
  return row?.id ?? null;
}

/** Locks a customer that the caller may act on; a lost one becomes contacted again. */
async function takeExisting(call: SignedCall, id: number): Promise<Target> {
  if (!call.user.permissions.has("customer:info:edit")) return refuse(40300);
  const { row } = await lockCustomerRow(call, id);
  // An unowned customer must be claimed first.
  if (row.owner_id === null) return refuse(40911);
  return { about: row, isMade: false };
}

/** Copies the inquiry's source where the customer has none; the registered user where they have none. */
async function copyAttribution(call: SignedCall, row: InquiryRecord, about: CustomerRecord): Promise<void> {
  const { db } = call;
  if (row.tracker_id !== null && about.tracker_id === null)
    await setRow(db, customer, about.id, { tracker_id: row.tracker_id, updated_at: sql`${customer.updated_at}` });
  const stage = reactivated(about.stage);
  if (stage !== about.stage) await moveCustomer(call, about, { stage, level: about.level, lost_reason: null });
  const account = await freeUser(call, row.customer_user_id);
  if (account === null) return;
  const linked = await db.$count(customerUser, eq(customerUser.customer_id, about.id));
  if (linked === 0) await tieUser(call, account, about);
}

/** Moves earlier calls to the customer's follow-ups, with author and time, and the planned ones, too. */
async function moveNotes(call: SignedCall, row: InquiryRecord, about: CustomerRecord): Promise<void> {
  const { db, services } = call;
  const notes = await rowsOf(db, inquiryLog, and(eq(inquiryLog.inquiry_id, row.id), isNotNull(inquiryLog.detail)), {
    order: inquiryLog.id,
  });
  await db
    .update(schedule)
    .set({ customer_id: about.id, updated_at: isoInstant(services.now()) })
    .where(and(eq(schedule.inquiry_id, row.id), isNull(schedule.customer_id)));
  if (notes.length === 0) return;
  const settings = await readSettings(db);
  await db.insert(tracking).values(
    notes.flatMap(({ detail, by, at }) =>
      detail && by
        ? [
            {
              ...factsOf(followUpOf(detail, at), settings),
              customer_id: about.id,
              inquiry_id: row.id,
              stage_before: about.stage,
              level_before: about.level,
              user_id: by,
              ...{ created_at: at, updated_at: at, created_by: by, updated_by: by },
            },
          ]
        : [],
    ),
  );
  // Only once: a second conversion must not write them again.
  await setRows(db, inquiryLog, and(eq(inquiryLog.inquiry_id, row.id), isNotNull(inquiryLog.detail)), { detail: null });
  await recount(db, about.id);
}

const followUpOf = ({ type, result, content, next_at }: InquiryNote, tracked_at: string) => ({
  ...{ type, result, content, next_at, tracked_at },
  direction: "out" as const,
  duration_min: null,
  stage_after: null,
  lost_reason: null,
  level_after: null,
  media_ids: [],
  estate_ids: [],
});

/** Undoes a conversion of the same day. A customer that it created and nobody has changed goes to the recycle bin. */
export async function undoConversion(call: SignedCall, id: number): Promise<void> {
  const { db } = call;
  const asked = await askInquiry(call, id, "converted");
  if (!isToday(asked.converted_at, call.services.now())) return refuse(40905);
  const customerId = found(asked.customer_id);
  const [about] = await db.select().from(customer).where(eq(customer.id, customerId)).for("update");
  const row = await lockInquiry(call, id);
  checkStatus(row, "converted");
  const made = found(about);
  await changeInquiry(call, row, {
    status: "processing",
    customer_id: null,
    converted_at: null,
    converted_created: false,
  });
  const isRecycled = row.converted_created && (await isUntouched(call, made));
  if (isRecycled) {
    await recycleRow(call, made, `撤销询盘${row.inquiry_no}转客户`);
    // Their account is free again for another conversion.
    await db.update(customerUser).set({ customer_id: null }).where(eq(customerUser.customer_id, made.id));
  }
  const reason = isRecycled ? `客户${made.customer_no}移入回收站` : `客户${made.customer_no}保留，仅取消关联`;
  await logStep(call, id, { action: "undo_convert", from: "converted", to: "processing", reason });
  await auditInquiry(call, row, {
    action: "update",
    summary: `撤销询盘${row.inquiry_no}转客户`,
    reason,
    touches: [{ type: "customer", id: made.id }],
  });
  if (!isRecycled) await auditCustomer(call, made, { action: "update", summary: `取消关联询盘${row.inquiry_no}` });
}

/** Whether nothing was written about them since their creation: no edit, no follow-up, no wish, no other inquiry. */
async function isUntouched({ db }: SignedCall, row: CustomerRecord): Promise<boolean> {
  if (row.version !== 1 || row.tracking_count > 0 || row.deleted_at !== null) return false;
  if (await isWishWorkedOn(db, row.id)) return false;
  return (await db.$count(inquiry, eq(inquiry.customer_id, row.id))) === 0;
}

/** Whether there is more than the first requirement, or it has changed, or has papers. */
const isWishWorkedOn = async (db: SignedCall["db"], customerId: number): Promise<boolean> => {
  const rows = await db
    .select({
      version: requirement.version,
      papers: db.$count(requirementAnnex, eq(requirementAnnex.requirement_id, requirement.id)),
    })
    .from(requirement)
    .where(eq(requirement.customer_id, customerId));
  return rows.length > 1 || rows.some(({ version, papers }) => version > 1 || papers > 0);
};
