import { eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { Permission } from "~/contract/permissions";
import type { StaffHandover, StaffHandoverPreview } from "~/contract/system/staff";
import type { Db } from "~/server/database/database";
import { team, user } from "~/server/database/tables/system/system";
import { keepAdmin } from "~/server/identity/keep-admin";
import { endSessions } from "~/server/identity/open-session";
import { userHolds } from "~/server/identity/scope";
import { pick, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { tellEach } from "~/server/lib/notify";
import { agentHandover } from "~/server/resources/agent/agent/write";
import { clueHandover } from "~/server/resources/clue/clue/of-customer";
import { ownedBy } from "~/server/resources/customer/customer/ownership/limits";
import { customerHandover } from "~/server/resources/customer/customer/ownership/ownership";
import { dealHandover } from "~/server/resources/deal/deal/of-customer";
import { unitHandover } from "~/server/resources/house/unit/handover";
import { inquiryHandover } from "~/server/resources/inquiry/inquiry/of-customer";
import { scheduleHandover } from "~/server/resources/schedule/schedule/write";
import { lockAccounts } from "./facts";
import { auditStaff, lockOther, staffOf, statusChange, writeStaff } from "./write";

type Person = typeof user.$inferSelect;

/** What people have that somebody else takes over when they leave (离职交接). */
interface Handover {
  resource: string;
  label: string;
  count(db: Db, userId: number): Promise<number>;
  /** The code of a colleague who gets any, and what is said of one without it. */
  needs?: { code: Permission; wrong: string };
  /** Refuses a colleague who cannot have them for another reason. */
  check?(call: SignedCall, from: Person, to: Person): Promise<void>;
  /** Gives all of them to a colleague, or to nobody; answers how many. */
  move(call: SignedCall, from: Person, to: Person | null): Promise<number>;
}

/** Everything that is handed over, in this order: a further area adds its line here. */
const handovers: readonly Handover[] = [
  customerHandover,
  inquiryHandover,
  scheduleHandover,
  unitHandover,
  agentHandover,
  clueHandover,
  dealHandover,
];

type Parts = StaffHandoverPreview["list"];

export async function previewHandover(call: SignedCall, id: number): Promise<StaffHandoverPreview> {
  const { db } = call;
  await staffOf(call, id);
  const list: Parts = [];
  for (const { resource, label, count } of handovers) list.push({ resource, label, count: await count(db, id) });
  return { list, counted: await ownedBy(db, id) };
}

/** Hands over all that somebody has and lets them go: one transaction, so that nothing is left with nobody. */
export async function handOver(call: SignedCall, id: number, body: z.output<typeof StaffHandover>): Promise<Parts> {
  const { db, services } = call;
  const toId = body.to === "user" ? body.target_user_id : null;
  await lockAccounts(db);
  // Both turns in the order in which everybody takes them.
  await pick(db, user, ["id"], inArray(user.id, [id, ...(toId === null ? [] : [toId])]), {
    order: user.id,
    lock: "no key update",
  });
  const viewed = await lockOther(call, id);
  const from = viewed.user;
  if (from.status === "resigned") return refuse(40902);
  const to = toId === null ? null : await targetOf(call, from.id, toId);
  if (to) for (const one of handovers) await checkTaker(call, one, from, to);
  const list: Parts = [];
  for (const { resource, label, move } of handovers) list.push({ resource, label, count: await move(call, from, to) });
  await writeStaff(call, viewed, { status: "resigned", accept_inquiry: false });
  await db.update(team).set({ leader_id: null }).where(eq(team.leader_id, id));
  await endSessions(db, services.now(), id);
  await keepAdmin(db);
  const counts = list.map(({ label, count }) => `${label}${count}`).join("、");
  await auditStaff(call, from, "update", "离职交接", {
    note: `${to ? `交给${to.name}` : "客户放入公海"}：${counts}`,
    changes: [statusChange(viewed, "resigned")],
  });
  if (to && list.some(({ count }) => count > 0)) await notifyTarget(call, from.name, to.id, counts);
  return list;
}

/** Called for every entry before anything is moved. */
async function checkTaker(call: SignedCall, { needs, count, check }: Handover, from: Person, to: Person) {
  if (!needs || (await count(call.db, from.id)) === 0) return;
  if (!(await userHolds(call.db, to.id, needs.code))) return refuseTarget(needs.wrong);
  await check?.(call, from, to);
}

const refuseTarget = (message: string) => refuseFields([{ field: "target_user_id", label: "接手人", message }]);

async function targetOf({ db }: SignedCall, fromId: number, id: number) {
  const [row] = await db.select().from(user).where(eq(user.id, id));
  if (id === fromId) return refuseTarget("不能交给本人");
  return row && row.status === "enabled" && row.deleted_at === null ? row : refuseTarget("该员工不存在或已停用");
}

/** One message for all of it, not one for each. */
const notifyTarget = (call: SignedCall, from: string, to: number, counts: string) =>
  tellEach(call, [to], {
    category: "customer",
    title: "您接手了离职同事的工作",
    content: `${call.user.name}将【${from}】的工作交接给您：${counts}。`,
    link: "/customer/customerInfor",
  });
