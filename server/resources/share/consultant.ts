import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { customer } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { leadersOf } from "~/server/resources/shared/leaders";

export interface Consultant {
  id: number;
  name: string;
  phone_cc: string | null;
  phone: string | null;
  avatar_id: number | null;
}

/** Who answers for a share today: who sent it; when they have left, the customer's owner, else their leader (domain C.7). */
export async function consultantOf(
  db: Db,
  { user_id, customer_id }: { user_id: number; customer_id: number | null },
): Promise<Consultant | undefined> {
  const [self] = await workingOf(db, [user_id]);
  if (self) return self;
  const [theirs] = customer_id
    ? await db.select({ owner_id: customer.owner_id }).from(customer).where(eq(customer.id, customer_id))
    : [];
  const leader = (await leadersOf(db, [user_id])).get(user_id);
  const next = [theirs?.owner_id, leader].flatMap((id) => id ?? []);
  const rows = await workingOf(db, next);
  return next.flatMap((id) => rows.find((row) => row.id === id) ?? [])[0];
}

const workingOf = (db: Db, ids: readonly number[]): Promise<Consultant[]> => {
  const { id, name, phone_cc, phone, avatar_id } = user;
  const works = and(inArray(id, [...ids]), eq(user.status, "enabled"), isNull(user.deleted_at));
  return ids.length ? db.select({ id, name, phone_cc, phone, avatar_id }).from(user).where(works) : Promise.resolve([]);
};
