import { and, eq } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser, unregisterRequest } from "~/server/database/tables/customer/audience";
import { audit } from "~/server/lib/audit";
import { found, refuse, refuseFields, rowsOf, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { readSettings } from "~/server/lib/settings";
import { openBusiness } from "../customer/open-business";
import { checksOf, executeAt, isSuper } from "./request-list";

type Request = typeof unregisterRequest.$inferSelect;
type Account = typeof customerUser.$inferSelect;

interface Pending {
  request: Request;
  account: Account;
}

/** Lets an account go after the days in which its owner may think again; not while they have open business, unless a super_admin says why. */
export async function approveRequest(
  call: SignedCall,
  id: number,
  { reason, force }: { reason: string | null; force: boolean },
): Promise<void> {
  const { db, user, services } = call;
  const { request, account } = await lockPending(call, id);
  if (force && !isSuper(user)) return refuse(40300);
  const checks = await checksFor(call, account);
  if (Object.values(checks).some((count) => count > 0)) {
    if (!force)
      return refuse(40920, { a: checks.openClues, b: checks.unpaidBillings, c: checks.liveDeals }, { checks });
    if (reason === null) return refuseFields([{ field: "reason", label: "说明", message: "请输入说明" }]);
  }
  const now = services.now();
  const at = isoInstant(now);
  await setRow(db, unregisterRequest, id, {
    status: "approved",
    checks,
    reviewer_id: user.id,
    reviewed_at: at,
    review_reason: reason,
    execute_at: executeAt(now, await readSettings(db)),
    ...changedBy(call),
  });
  await setRow(db, customerUser, account.id, { status: "unregistering", ...changedBy(call) });
  await auditReview(call, { request, account }, "通过", reason);
}

export async function rejectRequest(call: SignedCall, id: number, reason: string): Promise<void> {
  const { db, user, services } = call;
  const pending = await lockPending(call, id);
  const at = isoInstant(services.now());
  await setRow(db, unregisterRequest, id, {
    status: "rejected",
    checks: await checksFor(call, pending.account),
    reviewer_id: user.id,
    reviewed_at: at,
    reject_reason: reason,
    ...changedBy(call),
  });
  // One that staff have barred stays barred.
  await db
    .update(customerUser)
    .set({ status: "normal", ...changedBy(call) })
    .where(and(eq(customerUser.id, pending.account.id), eq(customerUser.status, "unregistering")));
  await auditReview(call, pending, "驳回", reason);
}

/** A request that waits, and its account, locked until the commit; 40902 when it no longer does. */
async function lockPending({ db }: SignedCall, id: number): Promise<Pending> {
  const [row] = await db.select().from(unregisterRequest).where(eq(unregisterRequest.id, id)).for("update");
  const request = found(row);
  if (request.status !== "pending") return refuse(40902);
  const [account] = await rowsOf(db, customerUser, eq(customerUser.id, request.customer_user_id), { lock: "update" });
  return { request, account: found(account) };
}

const nothingOpen = { liveDeals: 0, deals: 0, unpaidBillings: 0, openVisaCases: 0, openChats: 0, openClues: 0 };

async function checksFor({ db }: SignedCall, { customer_id }: Account) {
  return checksOf(customer_id === null ? nothingOpen : await openBusiness(db, customer_id));
}

function auditReview(call: SignedCall, { request, account }: Pending, verb: string, reason: string | null) {
  return audit(call, {
    module: "customer",
    action: "audit",
    target: { type: "unregister_request", id: request.id, name: request.request_no },
    touches: [{ type: "customer_user", id: account.id }],
    summary: `${verb}注销申请${request.request_no}（${account.user_no}）`,
    reason,
  });
}
