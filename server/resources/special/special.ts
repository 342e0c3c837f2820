import { special as contract } from "~/contract/special/special";
import { special } from "~/server/database/tables/special/special";
import type { SignedCall } from "~/server/lib/call";
import { listOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { presentPiece } from "~/server/resources/content/drafted";
import { contentHandlers } from "~/server/resources/content/handlers";
import { valuesOf } from "~/server/resources/content/kind";
import { ownerOf, proposeSlug } from "~/server/resources/content/slug";
import { addPiece } from "~/server/resources/content/write";
import { spanOf } from "~/server/resources/inquiry/tracker/figures";
import { qrFile } from "~/server/resources/inquiry/tracker/link";
import { estateNames } from "~/server/resources/shared/place-names";
import { addEstates } from "./add-estates";
import { addressedSpecial, specials } from "./kind";
import { cardRows, specialOrder, specialRows } from "./list";
import { statsOf } from "./stats";
import { pageUrl } from "./tracker";
import { specialOf, toSpecialRows } from "./view";

const ofTable = { from: special };

export const specialHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, services } = call;
    const select = db.select().from(special).$dynamic();
    const parts = { ...ofTable, select, where: specialRows(query, services.now()), order: specialOrder(query.sort) };
    const page = await listOf(db, query, parts);
    return { ...page, list: await toSpecialRows(call, page.list) };
  }),
  serve(contract.cards, async (call) => {
    const { db, query, services } = call;
    const select = db.select().from(special).$dynamic();
    // Those that are public or were are few: no condition reads too many.
    const parts = { from: special, select, where: cardRows(query, services.now()), order: specialOrder(query.sort) };
    const page = await listOf(db, query, parts);
    return { ...page, list: await toSpecialRows(call, page.list) };
  }),

  serve(contract.slug, async ({ db, query: { slug, title = "", exclude_id = 0 } }) => {
    if (!slug)
      return { slug: await proposeSlug(db, addressedSpecial, title, exclude_id), is_free: true, taken_by: null };
    const owner = await ownerOf(db, addressedSpecial, slug, exclude_id);
    return { slug, is_free: !owner, taken_by: owner ?? null };
  }),

  ...contentHandlers(specials, contract, specialOf),

  serve(contract.copy, (call) => copySpecial(call, call.params.id)),
  serve(contract.addEstates, (call) => addEstates(call, call.body)),
  serve(contract.stats, async (call) => {
    const { id } = await presentPiece(call.db, special, call.params.id);
    return statsOf(call.db, id, spanOf(call.query, call.services.now()));
  }),
  serve(contract.qrcode, async (call) => {
    const { slug } = await presentPiece(call.db, special, call.params.id);
    return qrFile(slug, await pageUrl(call, slug), call.query.format);
  }),
];

/** As many letters as a name may have. */
const longestName = 40;
const copied = "（副本）";

/** A new draft that says the same, at an address and with a tracking point of its own. */
async function copySpecial(call: SignedCall, id: number): Promise<{ id: number }> {
  const row = await presentPiece(call.db, special, id);
  const estates = await estateNames(call.db, row.estate_ids);
  return addPiece(call, specials, {
    ...valuesOf(specials, row),
    name: row.name.slice(0, longestName - copied.length) + copied,
    slug: null,
    translation_of: null,
    estate_ids: estates(row.estate_ids).map((one) => one.id),
    start_at: null,
    end_at: null,
  });
}
