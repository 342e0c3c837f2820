import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { TransferApply } from "~/contract/customer/transfer";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, transferRequest } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { holdsCode } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import { notify } from "~/server/lib/notify";
import { announceChange } from "~/server/lib/record-change";
import { found, refuse } from "~/server/lib/refusal";
import { sells } from "../customer/customer-scope";
import { auditCustomer } from "../customer/row";
import { transferLink } from "./close";

/** Requests a colleague's customer and notifies who decides. Only sellers hold customers, so only they ask. */
export async function applyForTransfer(
  call: SignedCall,
  { customer_no, reason }: z.output<typeof TransferApply>,
): Promise<number> {
  const { db, user: applicant, services } = call;
  const now = services.now();
  if (!sells(applicant)) return refuse(40300);
  const [locked] = await db.select().from(customer).where(eq(customer.customer_no, customer_no)).for("update");
  const row = found(locked);
  if (row.deleted_at || row.owner_id === null || row.owner_id === applicant.id) return refuse(40902);
  const isMine = and(
    eq(transferRequest.customer_id, row.id),
    eq(transferRequest.applicant_id, applicant.id),
    eq(transferRequest.status, "pending"),
  );
  const [pending] = await db.select({ id: transferRequest.id }).from(transferRequest).where(isMine);
  if (pending) return refuse(40900, { label: "您对该客户的待处理申请" });
  const at = isoInstant(now);
  const [created] = await db
    .insert(transferRequest)
    .values({
      customer_id: row.id,
      applicant_id: applicant.id,
      owner_id: row.owner_id,
      reason,
      created_at: at,
      updated_at: at,
      created_by: applicant.id,
      updated_by: applicant.id,
    })
    .returning({ id: transferRequest.id });
  const { id } = found(created);
  await announceChange(db, applicant.id, [{ type: "transfer_request", id }]);
  await auditCustomer(call, row, { action: "update", summary: `申请转移客户${customer_no}`, reason });
  await notify(
    db,
    now,
    applicant.id,
    (await decidersAbout(db, row.owner_id)).map((user_id) => ({
      user_id,
      category: "customer",
      title: "转移申请待处理",
      content: `【${applicant.name}】申请转移客户【${customer_no}】，理由：${reason}。`,
      ...transferLink(id),
    })),
  );
  return id;
}

interface Decider extends Record<string, unknown> {
  id: string;
  scope: "team" | "all";
}

/** The managers of an owner: holders of customer:info:assign over their team; without any, those over all. */
async function decidersAbout(db: Db, ownerId: number): Promise<number[]> {
  const scope = sql`coalesce(r.scope_overrides->>'customer', r.data_scope)`;
  const { rows } = await db.execute<Decider>(sql`
    with recursive above as (
      select t.id, t.parent_id from team t join "user" o on o.team_id = t.id where o.id = ${ownerId}
      union all select t.id, t.parent_id from team t join above a on t.id = a.parent_id)
    select ${user.id} as id, min(${scope}) as scope
    from ${user} join user_role ur on ur.user_id = ${user.id} join role r on r.id = ur.role_id and r.status = 'enabled'
    where ${user.status} = 'enabled' and ${isNull(user.deleted_at)} and ${holdsCode(user.id, "customer:info:assign")}
      and (${scope} = 'all' or (${scope} = 'team' and (${user.team_id} in (select id from above) or ${user.id} = ${ownerId})))
    group by ${user.id} order by ${user.id}`);
  // "all" sorts before "team": a user with both scopes decides about all.
  const near = rows.filter(({ scope: widest }) => widest === "team");
  return (near.length ? near : rows).map(({ id }) => Number(id));
}
