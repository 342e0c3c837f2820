import { and, eq, isNull } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import type { Schedule } from "./state";

type Plan = Pick<Schedule, "is_plan" | "customer_id" | "user_id" | "start_at">;

/** The next follow-up of a customer goes with its schedule: to another moment, or away. */
export async function movePlan({ db, services }: SignedCall, plan: Plan, next: string | null): Promise<void> {
  const { is_plan, customer_id, user_id, start_at } = plan;
  if (!is_plan || customer_id === null) return;
  await db
    .update(customer)
    .set({ next_tracking_at: next, updated_at: isoInstant(services.now()) })
    .where(and(eq(customer.id, customer_id), eq(customer.owner_id, user_id), eq(customer.next_tracking_at, start_at)));
}

/** Such a schedule is to be done after all: unless the customer has another plan since. */
export async function restorePlan({ db, services }: SignedCall, plan: Plan): Promise<void> {
  const { is_plan, customer_id, user_id, start_at } = plan;
  if (!is_plan || customer_id === null) return;
  await db
    .update(customer)
    .set({ next_tracking_at: start_at, updated_at: isoInstant(services.now()) })
    .where(
      and(
        eq(customer.id, customer_id),
        eq(customer.owner_id, user_id),
        isNull(customer.next_tracking_at),
        isNull(customer.deleted_at),
      ),
    );
}
