import { and, eq, inArray } from "drizzle-orm";
import { customerIntake as contract, type UnregisterIntake } from "~/contract/customer/customer-intake";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser, unregisterRequest } from "~/server/database/tables/customer/audience";
import { audit } from "~/server/lib/audit";
import { found, pick, Refusal, refuse, setRow } from "~/server/lib/call";
import { emit } from "~/server/lib/emit";
import { readSettings } from "~/server/lib/settings";
import { serveSigned, type Taking, takeOnce } from "~/server/resources/shared/intake";
import { nextNumber } from "~/server/resources/shared/numbers";
import { takeBehaviors } from "./customer-user/take-behaviors";
import { accountOf, takeUser } from "./customer-user/take-user";
import type { CustomerUserRecord } from "./customer-user/view";
import { dueAt } from "./unregister/request-list";

type Filing = Pick<Taking, "db" | "services" | "user" | "origin">;
type Wish = Pick<UnregisterIntake, "reason" | "detail" | "platform">;

/** Takes in a registered user's wish to have their account removed; the account is locked. One that staff have barred stays barred. */
async function fileRequest(filing: Filing, account: CustomerUserRecord, wish: Wish): Promise<number> {
  const { db, services } = filing;
  if (account.status === "unregistered") throw new Refusal(40902, "该用户已注销");
  const isOpen = and(
    eq(unregisterRequest.customer_user_id, account.id),
    inArray(unregisterRequest.status, ["pending", "approved"]),
  );
  if ((await db.$count(unregisterRequest, isOpen)) > 0) return refuse(40900, { label: "该用户的注销申请" });
  const now = services.now();
  const at = isoInstant(now);
  const [row] = await db
    .insert(unregisterRequest)
    .values({
      ...wish,
      request_no: await nextNumber(db, "ZX", now),
      customer_user_id: account.id,
      ...{ phone: account.phone_e164, email: account.email },
      due_at: dueAt(now, await readSettings(db)),
      ...{ created_at: at, updated_at: at },
    })
    .returning();
  const made = found(row);
  if (account.status === "normal")
    await setRow(db, customerUser, account.id, { status: "unregistering", updated_at: at, updated_by: null });
  await audit(filing, {
    module: "customer",
    action: "create",
    target: { type: "unregister_request", id: made.id, name: made.request_no },
    touches: [{ type: "customer_user", id: account.id }],
    summary: `收到注销申请${made.request_no}：注册用户${account.user_no}`,
  });
  await emit(db, now, "unregister.created", {
    ...{ request_no: made.request_no, user_no: account.user_no, nickname: account.nickname },
    link: `/customer/unregister?keyword=${made.request_no}`,
  });
  return made.id;
}

export const customerIntakeHandlers = [
  serveSigned(contract.user, async (taking, body) => {
    const taken = await takeUser(taking, body);
    const [row] = await pick(taking.db, customerUser, ["user_no"], eq(customerUser.id, taken.id));
    return { ...taken, ...found(row) };
  }),

  serveSigned(contract.behaviors, (taking, { rows }) => takeBehaviors(taking, rows)),

  serveSigned(contract.unregister, async (taking, body) => {
    const { external_id, user, ...wish } = body;
    const taken = await takeOnce(taking, { kind: "unregister_request", external_id, content: body }, async () =>
      fileRequest(taking, await accountOf(taking, user), wish),
    );
    const [row] = await pick(taking.db, unregisterRequest, ["request_no"], eq(unregisterRequest.id, taken.id));
    return { ...taken, ...found(row) };
  }),
];
