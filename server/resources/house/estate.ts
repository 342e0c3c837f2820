import { and, sql } from "drizzle-orm";
import { estate as contract } from "~/contract/house/estate";
import { estate } from "~/server/database/tables/house/estate";
import { listOf } from "~/server/lib/list";
import { toOption } from "~/server/lib/option-values";
import { replyNull, replyWith } from "~/server/lib/reply";
import { serve } from "~/server/lib/serve";
import { nameEstates, searchEstates } from "../shared/estates";
import { estateOrder, estateRows, shownRows } from "./estate/list";
import { lockEstate } from "./estate/lock";
import { flagEstate, publishEstate, takeOffline } from "./estate/publish";
import { shareOf } from "./estate/share";
import { similarEstates } from "./estate/similar";
import { estateOf, rowColumns, toEstateRows } from "./estate/view";
import { addEstate, changeEstate, removeEstate } from "./estate/write";
import { fileCreate } from "./estate-audit/file";
import { withdraw } from "./estate-audit/withdraw";

export const estateHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, user } = call;
    const where = sql`${and(await estateRows(db, query), shownRows(user, query))}`;
    const page = await listOf(db, query, {
      ...{ select: db.select(rowColumns).from(estate).$dynamic(), from: estate, isApplied: true },
      ...{ where, order: estateOrder(query.sort) },
    });
    return { ...page, list: await toEstateRows(call, page.list) };
  }),

  serve(contract.options, async ({ db, query: { keyword, ids } }) =>
    (await (ids?.length ? nameEstates(db, ids) : searchEstates(db, { keyword }))).map(toOption),
  ),

  serve(contract.get, (call) => estateOf(call, call.params.id)),
  serve(contract.similar, (call) => similarEstates(call, call.params.id)),
  serve(contract.share, (call) => shareOf(call, call.params.id)),

  serve(
    contract.submit,
    replyWith(estateOf, async (call, id) => fileCreate(call, await lockEstate(call, id))),
  ),

  serve(
    contract.withdraw,
    replyWith(estateOf, async (call, id) => withdraw(call, await lockEstate(call, id))),
  ),

  serve(contract.create, async (call) => {
    const { id, estate_no } = await addEstate(call, call.body);
    return { id, estate_no };
  }),

  serve(contract.update, replyWith(estateOf, changeEstate)),

  serve(contract.remove, replyNull(removeEstate)),

  serve(contract.flag, replyWith(estateOf, flagEstate)),

  serve(contract.publish, replyWith(estateOf, publishEstate)),

  serve(
    contract.unpublish,
    replyWith(estateOf, async (call, id, body) => takeOffline(call, await lockEstate(call, id), body.reason)),
  ),
];
