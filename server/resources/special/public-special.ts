import { publicSpecial as contract } from "~/contract/special/public-special";
import { special } from "~/server/database/tables/special/special";
import { refuse } from "~/server/lib/call";
import { admitVisitor, cachedAs, Moved } from "~/server/lib/public-read";
import { serve } from "~/server/lib/serve";
import { readPreview } from "~/server/resources/content/page";
import { ownBase } from "~/server/resources/content/public";
import { draftedItem } from "~/server/resources/content/write";
import { heldUntil, specialAt } from "./at-address";
import { readSpecial } from "./reading";

export const publicSpecialHandlers = [
  serve(contract.get, async (call) => {
    await admitVisitor(call);
    const { db, params, query, services } = call;
    const base = await ownBase(call);
    if (query.preview) {
      const { kind, id, isDraft } = readPreview(services, query.preview);
      if (kind !== "special") return refuse(40400);
      const row = await draftedItem(db, { kind, table: special }, { id, isDraft });
      return cachedAs(await readSpecial(call, row, { base, isPreview: true }), { isPreview: true });
    }
    const now = services.now();
    const at = await specialAt(db, params.slug, now);
    if (at.is === "missing") return refuse(40400);
    if (at.is === "ended") return refuse(41000);
    if (at.is === "moved") throw new Moved(`/api/public/special/${encodeURIComponent(at.to)}`);
    const until = await heldUntil(db, at.row, now);
    return cachedAs(await readSpecial(call, at.row, { base, isPreview: false }), { until });
  }),
];
