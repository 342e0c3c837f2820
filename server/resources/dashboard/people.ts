import { sql } from "drizzle-orm";
import type { TeamWork } from "~/contract/dashboard/blocks";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import { inScope } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import { ownedSince } from "~/server/resources/customer/customer/ownership/pool-clock";
import { leads } from "./today";

const dayLength = 86_400_000;
const mostPeople = 50;

/** Of each of the people of a leader what is late, by three walks over what is new or due: no customer is counted that nothing waits for. */
export async function peopleOf({ db, user: caller, services }: SignedCall): Promise<TeamWork> {
  if (!leads(caller)) return [];
  const now = services.now();
  const ago = (days: number) => isoInstant(now.getTime() - days * dayLength);
  const owned = sql`${customer.owner_id} is not null and ${customer.deleted_at} is null
    and ${inScope(customer.owner_id, caller, "customer")}`;
  const { rows } = await db.execute<Omit<TeamWork[number], "id"> & { id: string }>(sql`
    with late as (select ${customer.owner_id} as id, count(*)::int as n from ${customer}
        where ${owned} and ${customer.next_tracking_at} < ${isoInstant(now)} group by 1),
      fresh as (select ${customer.owner_id} as id, count(*)::int as n from ${customer}
        where ${owned} and ${ownedSince} >= ${ago(30)} and (${customer.last_tracking_at} is null or ${customer.last_tracking_at} < ${ownedSince})
        group by 1),
      answered as (select ${inquiry.assignee_id} as id, avg(${inquiry.response_seconds})::int as n from ${inquiry}
        where ${inquiry.deleted_at} is null and ${inquiry.created_at} >= ${ago(7)}
          and ${inScope(inquiry.assignee_id, caller, "inquiry")} group by 1)
    select ${user.id}, ${user.name}, coalesce(late.n, 0) as overdue, coalesce(fresh.n, 0) as untouched,
      answered.n as response_seconds
    from ${user} left join late on late.id = ${user.id} left join fresh on fresh.id = ${user.id}
      left join answered on answered.id = ${user.id}
    where late.n > 0 or fresh.n > 0 or answered.n is not null
    order by overdue desc, untouched desc, response_seconds desc nulls last, ${user.id} limit ${mostPeople}`);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
