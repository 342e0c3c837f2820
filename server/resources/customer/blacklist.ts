import { eq, inArray } from "drizzle-orm";
import { type BlacklistDetail, blacklist as contract } from "~/contract/customer/blacklist";
import { blacklist } from "~/server/database/tables/customer/audience";
import { media } from "~/server/database/tables/system/system";
import { found, type SignedCall } from "~/server/lib/call";
import { listOf } from "~/server/lib/list";
import { serve, serveAct, serveNull } from "~/server/lib/serve";
import { mediaOf } from "../shared/upload";
import { entryOrder, entryRows, selectEntries, toEntryRow } from "./blacklist/entry-list";
import { changeEntry, listValue, removeEntry } from "./blacklist/write";

export const blacklistHandlers = [
  serve(contract.list, ({ db, query, user, services }) => {
    const now = services.now();
    const select = selectEntries(db, user, now).$dynamic();
    const parts = { select, from: blacklist, where: entryRows(query, user, now), order: entryOrder(query.sort) };
    return listOf(db, query, parts, (row) => toEntryRow(row, user));
  }),

  serve(contract.get, (call) => entryOf(call, call.params.id)),

  serve(contract.create, async (call) => ({ id: (await listValue(call, call.body)).id })),

  serveAct(contract.update, entryOf, changeEntry),

  serveNull(contract.remove, (call, id, { reason }) => removeEntry(call, id, reason)),
];

async function entryOf({ db, user, services }: SignedCall, id: number): Promise<BlacklistDetail> {
  const [viewed] = await selectEntries(db, user, services.now()).where(eq(blacklist.id, id));
  const { evidence_ids } = found(viewed).entry;
  const pictures = evidence_ids.length ? await db.select().from(media).where(inArray(media.id, evidence_ids)) : [];
  return {
    ...toEntryRow(found(viewed), user),
    evidence_ids,
    evidence: pictures.map((picture) => mediaOf(services, picture)),
  };
}
