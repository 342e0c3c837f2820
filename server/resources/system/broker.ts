import { and, eq, isNull, or, sql } from "drizzle-orm";
import { broker as contract } from "~/contract/system/broker";
import { estate } from "~/server/database/tables/house/estate";
import { broker } from "~/server/database/tables/system/admin";
import { tablePage } from "~/server/lib/list";
import { refuse } from "~/server/lib/refusal";
import { serve, serveAct, statusHandlers } from "~/server/lib/serve";
import { nextNumber } from "~/server/resources/shared/numbers";
import { brokerOf, brokerOrder, brokerRows, toBrokerRows } from "./broker/broker-list";
import { brokers, changeBroker, checked } from "./broker/write";

export const brokerHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const parts = { where: brokerRows(query, services.now()), order: brokerOrder(query.sort) };
    return tablePage(call, broker, parts, ({ db }, rows) => toBrokerRows(db, rows));
  }),
  serve(contract.get, (call) => brokerOf(call, call.params.id)),
  serve(contract.create, async (call) => {
    const values = await checked(call, call.body);
    const broker_no = await nextNumber(call.db, "BK", call.services.now());
    return brokers.add(call, { ...values, broker_no });
  }),
  serveAct(contract.update, brokerOf, changeBroker),
  serve(contract.remove, async (call) => {
    const row = await brokers.lock(call, call.params.id);
    // One that a waiting change would give it counts too.
    const named = or(eq(estate.broker_id, row.id), sql`${estate.proposed} ->> 'broker_id' = ${`${row.id}`}`);
    const estates = await call.db.$count(estate, and(named, isNull(estate.deleted_at)));
    if (estates > 0) return refuse(40904, { n: `房源 ${estates}` });
    await brokers.remove(call, row);
    return null;
  }),
  ...statusHandlers(contract, brokers.turn, brokerOf),
];
