import type { Database } from "~/server/database/database";
import { billing, deal, dealAttachment } from "~/server/database/tables/deal/deal";
import { found } from "~/server/lib/refusal";
import { makeEstate } from "./estate";
import { makeCustomer, makeMedia } from "./factories";

let numbers = 0;
const next = () => String(++numbers).padStart(4, "0");

type Deal = typeof deal.$inferInsert;

/** A deal as it stands in the table: a draft of a flat that was written by hand, unless it says otherwise. */
export async function makeDeal(db: Database, given: Partial<Deal> & Pick<Deal, "owner_id">) {
  const customer_id = given.customer_id ?? (await makeCustomer(db, { owner_id: given.owner_id, name: "赵买方" })).id;
  const estate_id = given.estate_id ?? (await makeEstate(db)).id;
  const number = next();
  const [row] = await db
    .insert(deal)
    .values({
      ...{ deal_no: `CJ261119${number}`, buyer_name: "赵买方", building: "A座", unit_no: `12${number}` },
      ...{ area_sqm: 62.5, layout: "2LDK", list_price: "62000000.00", deal_price: "60000000.00", currency: "JPY" },
      ...{ fx_rate_to_cny: "0.05000000", payment_method: "full", source_type: "direct" },
      ...given,
      customer_id,
      estate_id,
    })
    .returning();
  return found(row);
}

type Bill = typeof billing.$inferInsert;

/** A line of a deal's bill that the buyer has to pay. */
export async function makeBill(db: Database, given: Partial<Bill> & Pick<Bill, "deal_id">) {
  const [row] = await db
    .insert(billing)
    .values({
      ...{ billing_no: `ZD261119${next()}`, direction: "in", type: "deposit", payer: "buyer", payee: "company" },
      ...{ period_no: 1, amount: "6000000.00", currency: "JPY", due_at: "2026-11-30" },
      ...given,
    })
    .returning();
  return found(row);
}

/** A file of a deal. */
export async function makeDealFile(
  db: Database,
  { uploader, ...given }: Pick<typeof dealAttachment.$inferInsert, "deal_id" | "type"> & { uploader: number },
) {
  const media = await makeMedia(db, {
    uploader,
    ...{ scene: "deal", kind: "doc", mime: "application/pdf", name: "文件.pdf", is_private: true },
  });
  const [row] = await db
    .insert(dealAttachment)
    .values({ ...given, media_id: media.id, by: uploader })
    .returning();
  return found(row);
}
