import { and, eq, gte, isNotNull, sql } from "drizzle-orm";
import { Reveal } from "~/contract/customer/customer";
import { operationLog, user } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { type Looking, refuse, type SignedCall } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import { dayOf, startOfDay } from "~/server/lib/list";
import { readSettings } from "~/server/lib/settings";

/** How often somebody may still be shown full numbers today, whatever they belong to (domain 0, Phone). */
export async function revealsLeft(call: SignedCall): Promise<number> {
  const { "customer.reveal_daily_limit": limit } = await readSettings(call.db);
  return Math.max(0, limit - (await revealedToday(call)));
}

/** Leaves the trace of full numbers about to be shown, counted per person and day. Answers how many are left, or ends with 42901. Locks the person. */
export async function reveal(
  call: SignedCall,
  target: { type: string; id: number; name: string },
  summary: string,
  reason: string,
): Promise<number> {
  const { db, user: caller } = call;
  const words = await choiceLabel(call, Reveal, "reason", reason);
  await db.select({ id: user.id }).from(user).where(eq(user.id, caller.id)).for("no key update");
  const { "customer.reveal_daily_limit": limit } = await readSettings(db);
  const shown = await revealedToday(call);
  if (shown >= limit) return refuse(42901, { n: limit });
  await audit(call, { module: "customer", action: "unmask", target, summary, reason: words });
  return limit - shown - 1;
}

/** How often somebody was shown full numbers today. The lines themselves are the count: those with a reason, since a file that is opened or an account that is looked up leaves one without. */
export async function revealedToday({ db, user: caller, services }: Looking) {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(operationLog)
    .where(
      and(
        eq(operationLog.user_id, caller.id),
        eq(operationLog.action, "unmask"),
        isNotNull(operationLog.reason),
        gte(operationLog.created_at, startOfDay(dayOf(services.now()))),
      ),
    );
  return row?.n ?? refuse(50000);
}
