import { eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { Schedule as Body } from "~/contract/schedule/schedule";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { schedule } from "~/server/database/tables/system/system";
import { holds } from "~/server/identity/scope";
import { type AuditAction, audit, changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut, unknownChoices } from "~/server/lib/dictionary";
import { dayOf, startOfDay } from "~/server/lib/list";
import { notify } from "~/server/lib/notify";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { readSettings } from "~/server/lib/settings";
import { reminderOf } from "~/server/resources/shared/reminder";
import { movePlan, restorePlan } from "./customer-plan";
import { mayReopen, type Schedule, scheduleLink } from "./state";

type Given = z.output<typeof Body>;

/** Adds a schedule of one's own, or as a manager of a member of the team, who is told. Answers its number. */
export async function addSchedule(call: SignedCall, body: Given): Promise<number> {
  const { db, user, services } = call;
  await holdCustomers(call, [body.customer_id]);
  const facts = await factsOf(call, body);
  const at = isoInstant(services.now());
  const [created] = await db
    .insert(schedule)
    .values({ ...facts, created_at: at, updated_at: at, created_by: user.id, updated_by: user.id })
    .returning();
  const row = found(created);
  await auditSchedule(call, row, "create", "新增日程");
  await tellMember(call, row);
  return row.id;
}

/** Changes what is still to be done. */
export async function changeSchedule(call: SignedCall, id: number, body: Given): Promise<void> {
  const row = await holdSchedule(call, id, body.customer_id);
  if (row.status !== "pending") return refuse(40902);
  const facts = await factsOf(call, body, row);
  const dictionary = await lookUp(call, Body, row, facts);
  const words = (record: Readonly<Record<string, unknown>>) => spelledOut(dictionary, Body, record);
  const changes = changesOf(Body, words(row), words(facts));
  if (changes.length === 0) return;
  // With another person or customer it no longer is what the follow-up has planned.
  const isSamePlan = facts.customer_id === row.customer_id && facts.user_id === row.user_id;
  await write(call, row.id, { ...facts, tracking_id: isSamePlan ? row.tracking_id : null });
  await movePlan(call, row, isSamePlan ? facts.start_at : null);
  await auditSchedule(call, row, "update", "编辑日程", changes);
  if (facts.user_id !== row.user_id) await tellMember(call, { ...row, ...facts });
}

export async function finishSchedule(call: SignedCall, id: number, result: string | null): Promise<void> {
  const row = await holdSchedule(call, id);
  if (row.status !== "pending") return refuse(40902);
  await write(call, id, { status: "done", done_at: isoInstant(call.services.now()), result });
  await movePlan(call, row, null);
  await auditSchedule(call, row, "update", "完成日程");
}

export async function cancelSchedule(call: SignedCall, id: number): Promise<void> {
  const row = await holdSchedule(call, id);
  if (row.status !== "pending") return refuse(40902);
  await write(call, id, { status: "cancelled" });
  await movePlan(call, row, null);
  await auditSchedule(call, row, "update", "取消日程");
}

/** Takes a completion back, within a day. */
export async function reopenSchedule(call: SignedCall, id: number): Promise<void> {
  const row = await holdSchedule(call, id);
  if (row.status !== "done") return refuse(40902);
  if (!mayReopen(row, call.services.now())) return refuse(40905);
  await write(call, id, { status: "pending", done_at: null, result: null });
  await restorePlan(call, row);
  await auditSchedule(call, row, "update", "撤销完成日程");
}

export async function removeSchedule(call: SignedCall, id: number): Promise<void> {
  const row = await holdSchedule(call, id);
  await call.db.delete(schedule).where(eq(schedule.id, id));
  if (row.status === "pending") await movePlan(call, row, null);
  await auditSchedule(call, row, "delete", "删除日程");
}

async function write({ db, user, services }: SignedCall, id: number, change: Partial<Schedule>): Promise<void> {
  await db
    .update(schedule)
    .set({ ...change, updated_at: isoInstant(services.now()), updated_by: user.id })
    .where(eq(schedule.id, id));
}

/** Takes a schedule for a change, the customers concerned first, as every act on customers does. */
async function holdSchedule(call: SignedCall, id: number, customerId: number | null = null): Promise<Schedule> {
  const { db, user } = call;
  const [asked] = await db.select({ about: schedule.customer_id }).from(schedule).where(eq(schedule.id, id));
  await holdCustomers(call, [found(asked).about, customerId]);
  const [row] = await db.select().from(schedule).where(eq(schedule.id, id)).for("update");
  const held = found(row);
  if (held.user_id !== user.id && !(await holds(db, user, "schedule", held.user_id))) return refuse(40301);
  return held;
}

async function holdCustomers({ db }: SignedCall, asked: readonly (number | null)[]): Promise<void> {
  const ids = asked.filter((id) => id !== null);
  if (ids.length)
    await db
      .select({ id: customer.id })
      .from(customer)
      .where(inArray(customer.id, ids))
      .orderBy(customer.id)
      .for("update");
}

/** What the body says, as the table keeps it; ends the request with what only the server can complain about. */
async function factsOf(call: SignedCall, body: Given, before?: Schedule) {
  const { db, user } = call;
  const { remind_minutes, all_day, start_at, end_at, user_id, ...rest } = body;
  const moment = (value: string) => isoInstant(all_day ? startOfDay(dayOf(value)) : value);
  const facts = {
    ...rest,
    all_day,
    start_at: moment(start_at),
    end_at: end_at && moment(end_at),
    user_id: user_id ?? before?.user_id ?? user.id,
    remind_minutes:
      remind_minutes === undefined ? (before?.remind_minutes ?? reminderOf(await readSettings(db))) : remind_minutes,
  };
  const dictionary = await lookUp(call, Body, facts);
  const wrong = unknownChoices(dictionary, Body, facts, before);
  const isForeign = facts.user_id !== (before?.user_id ?? user.id) && facts.user_id !== user.id;
  if (isForeign && !(await holds(db, user, "schedule", facts.user_id)))
    wrong.push({ field: "user_id", label: "成员", message: "只能指定本人或本团队的成员" });
  return wrong.length ? refuseFields(wrong) : facts;
}

/** Whoever gets a schedule from somebody else hears of it. */
async function tellMember({ db, user, services }: SignedCall, row: Schedule): Promise<void> {
  if (row.user_id === user.id) return;
  await notify(db, services.now(), [
    {
      user_id: row.user_id,
      category: "schedule",
      title: "新的日程",
      content: `【${user.name}】为您安排了日程：${row.title}，${row.start_at.slice(0, row.all_day ? 10 : 16).replace("T", " ")}。`,
      ...scheduleLink(row),
    },
  ]);
}

async function auditSchedule(
  call: SignedCall,
  { id, title }: Pick<Schedule, "id" | "title">,
  action: AuditAction,
  verb: string,
  changes?: Parameters<typeof audit>[1]["changes"],
): Promise<void> {
  const target = { type: "schedule", id, name: title };
  await audit(call, { module: "schedule-list", action, summary: `${verb}：${title}`, target, changes });
}
