import { inArray, sql } from "drizzle-orm";
import { estate as contract } from "~/contract/estate";
import { estate } from "~/server/database/tables/estate";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { toOption } from "~/server/lib/option-values";
import { serve } from "~/server/lib/serve";
import { nameEstates, searchEstates } from "./estate/estate-scene";
import { holdEstate } from "./estate/hold";
import { estateOrder, estateRows } from "./estate/list";
import { flagEstate, publishEstate, takeOffline } from "./estate/publish";
import { shareOf } from "./estate/share";
import { similarEstates } from "./estate/similar";
import { estateOf, rowColumns, toEstateRows } from "./estate/view";
import { fileCreate } from "./estate-audit/file";
import { withdraw } from "./estate-audit/withdraw";
import { addEstate, changeEstate, removeEstate } from "./estate/write";

export const estateHandlers = [
  serve(contract.list, async (call) => {
    const { db, query } = call;
    const offset = offsetOf(query);
    const where = await estateRows(db, query);
    const order = estateOrder(query.sort);
    // The page's numbers first: whatever must be put in order is short then.
    const page = sql`(select ${estate.id} from ${estate} where ${where} order by ${order}
      limit ${query.page_size} offset ${offset})`;
    const rows = await db.select(rowColumns).from(estate).where(inArray(estate.id, page)).orderBy(order);
    return pageOf(query, await toEstateRows(call, rows), await cappedCount(db, sql`from ${estate} where ${where}`));
  }),

  serve(contract.options, async ({ db, query: { keyword, ids } }) =>
    (await (ids?.length ? nameEstates(db, ids) : searchEstates(db, { keyword }))).map(toOption),
  ),

  serve(contract.get, (call) => estateOf(call, call.params.id)),
  serve(contract.similar, (call) => similarEstates(call, call.params.id)),
  serve(contract.share, (call) => shareOf(call, call.params.id)),

  serve(contract.submit, async (call) => {
    await fileCreate(call, await holdEstate(call, call.params.id));
    return estateOf(call, call.params.id);
  }),

  serve(contract.withdraw, async (call) => {
    await withdraw(call, await holdEstate(call, call.params.id));
    return estateOf(call, call.params.id);
  }),

  serve(contract.create, async (call) => {
    const { id, estate_no } = await addEstate(call, call.body);
    return { id, estate_no };
  }),

  serve(contract.update, async (call) => {
    await changeEstate(call, call.params.id, call.body);
    return estateOf(call, call.params.id);
  }),

  serve(contract.remove, async (call) => {
    await removeEstate(call, call.params.id);
    return null;
  }),

  serve(contract.flag, async (call) => {
    await flagEstate(call, call.params.id, call.body);
    return estateOf(call, call.params.id);
  }),

  serve(contract.publish, async (call) => {
    await publishEstate(call, call.params.id);
    return estateOf(call, call.params.id);
  }),

  serve(contract.unpublish, async (call) => {
    await takeOffline(call, await holdEstate(call, call.params.id), call.body.reason);
    return estateOf(call, call.params.id);
  }),
];
