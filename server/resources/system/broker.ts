import { and, eq, isNull, or, sql } from "drizzle-orm";
import { type BrokerDetail, broker as contract } from "~/contract/system/broker";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { broker } from "~/server/database/tables/system/admin";
import { audit } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { refuse } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { brokerOf, brokerOrder, brokerRows, toBrokerRow } from "./broker/broker-list";
import { addBroker, changeBroker, holdBroker } from "./broker/write";

export const brokerHandlers = [
  serve(contract.list, async ({ db, query, services }) => {
    const offset = offsetOf(query);
    const where = brokerRows(query, services.now());
    const rows = await db
      .select()
      .from(broker)
      .where(where)
      .orderBy(brokerOrder(query.sort))
      .limit(query.page_size)
      .offset(offset);
    return pageOf(query, rows.map(toBrokerRow), await cappedCount(db, sql`from ${broker} where ${where}`));
  }),

  serve(contract.get, (call) => brokerOf(call, call.params.id)),

  serve(contract.create, async (call) => {
    const { id } = await addBroker(call, call.body);
    return { id };
  }),

  serve(contract.update, async (call) => {
    await changeBroker(call, call.params.id, call.body);
    return brokerOf(call, call.params.id);
  }),

  serve(contract.remove, async (call) => {
    const { db, user, services } = call;
    const row = await holdBroker(call, call.params.id);
    // One that a waiting change would give it counts too.
    const named = or(eq(estate.broker_id, row.id), sql`${estate.proposed} ->> 'broker_id' = ${`${row.id}`}`);
    const estates = await db.$count(estate, and(named, isNull(estate.deleted_at)));
    if (estates > 0) return refuse(40904, { n: `房源 ${estates}` });
    const at = isoInstant(services.now());
    await db
      .update(broker)
      .set({ deleted_at: at, updated_at: at, updated_by: user.id, version: row.version + 1 })
      .where(eq(broker.id, row.id));
    const target = { type: "broker", id: row.id, name: row.name };
    await audit(call, {
      module: "system",
      action: "delete",
      target,
      summary: `删除房产经纪 ${row.broker_no} ${row.name}`,
    });
    return null;
  }),

  serve(contract.enable, (call) => setStatus(call, call.params.id, "enabled", "启用")),
  serve(contract.disable, (call) => setStatus(call, call.params.id, "disabled", "停用")),
];

async function setStatus(
  call: SignedCall,
  id: number,
  status: "enabled" | "disabled",
  verb: string,
): Promise<BrokerDetail> {
  const { db, user, services } = call;
  const row = await holdBroker(call, id);
  if (row.status === status) return refuse(40902);
  await db
    .update(broker)
    .set({ status, version: row.version + 1, updated_at: isoInstant(services.now()), updated_by: user.id })
    .where(eq(broker.id, id));
  const target = { type: "broker", id, name: row.name };
  await audit(call, {
    module: "system",
    action: "update",
    target,
    summary: `${verb}房产经纪 ${row.broker_no} ${row.name}`,
  });
  return brokerOf(call, id);
}
