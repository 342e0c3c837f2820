import { eq, inArray, sql } from "drizzle-orm";
import { type BlacklistDetail, blacklist as contract } from "~/contract/customer/blacklist";
import { blacklist } from "~/server/database/tables/customer/audience";
import { media } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { mediaOf } from "../shared/upload";
import { entryOrder, entryRows, selectEntries, toEntryRow } from "./blacklist/entry-list";
import { changeEntry, listValue, removeEntry } from "./blacklist/write";

export const blacklistHandlers = [
  serve(contract.list, async ({ db, query, user, services }) => {
    const offset = offsetOf(query);
    const now = services.now();
    const where = entryRows(query, user, now);
    const rows = await selectEntries(db, user, now)
      .where(where)
      .orderBy(entryOrder(query.sort))
      .limit(query.page_size)
      .offset(offset);
    const list = rows.map((row) => toEntryRow(row, user));
    return pageOf(query, list, await cappedCount(db, sql`from ${blacklist} where ${where}`));
  }),

  serve(contract.get, (call) => entryOf(call, call.params.id)),

  serve(contract.create, async (call) => {
    const { id } = await listValue(call, call.body);
    return { id };
  }),

  serve(contract.update, async (call) => {
    await changeEntry(call, call.params.id, call.body);
    return entryOf(call, call.params.id);
  }),

  serve(contract.remove, async (call) => {
    await removeEntry(call, call.params.id, call.body.reason);
    return null;
  }),
];

/** One entry with addresses of its pictures that work for ten minutes. */
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
