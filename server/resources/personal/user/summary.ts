import { eq } from "drizzle-orm";
import { deal } from "~/server/database/tables/deal/deal";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { readSettings } from "~/server/lib/settings";
import { capOf } from "~/server/resources/customer/customer/ownership/limits";
import { underWay } from "~/server/resources/deal/deal/figures";
import { openOf } from "~/server/resources/inquiry/inquiry/handover";
import { revealedToday } from "~/server/resources/shared/reveal";
import { ownTargets } from "~/server/resources/system/target/own";
import { holdingsOf } from "./profile";

/** What the caller holds and has used, against its limits. */
export async function summaryOf(call: SignedCall) {
  const { db, user: caller, services } = call;
  const settings = await readSettings(db);
  const [row] = await db.select({ customer_cap: user.customer_cap }).from(user).where(eq(user.id, caller.id));
  return {
    ...(await holdingsOf(db, caller.id, services.now())),
    customer_cap: capOf(found(row), settings),
    lock_limit: settings["customer.lock_limit"],
    reveal_count: await revealedToday(call),
    reveal_limit: settings["customer.reveal_daily_limit"],
    inquiry_count: await db.$count(inquiry, openOf(caller.id)),
    deal_count: caller.permissions.has("deal:deal:view") ? await db.$count(deal, underWay(caller.id)) : null,
    targets: await ownTargets(db, { caller, settings, now: services.now() }),
  };
}
