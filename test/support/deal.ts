import { billing as billingContract } from "~/contract/deal/billing";
import { deal as contract } from "~/contract/deal/deal";
import type { AttachmentType } from "~/contract/deal/deal-kinds";
import type { Endpoint } from "~/contract/endpoint";
import type { Database } from "~/server/database/database";
import { billing, deal, dealAttachment } from "~/server/database/tables/deal/deal";
import { days, makeMedia, put } from "./factories";
import type { As } from "./signed-in";

let numbers = 0;

/** Inserts a deal: somebody's draft in yen, unless given otherwise. */
export async function makeDeal(
  db: Database,
  given: Partial<typeof deal.$inferInsert> & Pick<typeof deal.$inferInsert, "customer_id" | "estate_id" | "owner_id">,
) {
  return put(db, deal, {
    deal_no: `CJ26111900${String(++numbers).padStart(4, "0")}`,
    ...{ buyer_name: "林女士", unit_no: `${1000 + numbers}`, area_sqm: 62.5, payment_method: "full" },
    ...{ deal_price: "60000000.00", currency: "JPY", fx_rate_to_cny: "0.05000000", source_type: "direct" },
    ...given,
  });
}

/** Inserts a line of a bill. */
export async function makeBilling(
  db: Database,
  given: Partial<typeof billing.$inferInsert> & Pick<typeof billing.$inferInsert, "deal_id">,
) {
  return put(db, billing, {
    billing_no: `ZD26111900${String(++numbers).padStart(4, "0")}`,
    ...{ direction: "in", type: "deposit", payer: "buyer", payee: "company" },
    ...{ amount: "6000000.00", currency: "JPY", due_at: days(0).slice(0, 10) },
    ...given,
  });
}

export async function makeAttachment(db: Database, deal_id: number, type: AttachmentType, uploader: number) {
  const { id: media_id } = await makeMedia(db, {
    uploader,
    scene: "deal",
    name: "认购书.pdf",
    mime: "application/pdf",
  });
  return put(db, dealAttachment, { deal_id, type, media_id, by: uploader });
}

/** What deals of tests are made of: the people, and how each step is called. */
export function dealSteps(db: Database, people: { seller: As; manager: As; finance: As; sellerId: number }) {
  const { seller, manager, finance, sellerId } = people;
  const call = async (as: As, endpoint: Endpoint, id: number, body: object = {}) =>
    (await as.unchecked(endpoint, { params: { id }, body })) as { code: number; message: string; data: unknown };
  const must = async (answer: Promise<{ code: number; message: string; data: unknown }>) => {
    const { code, message, data } = await answer;
    if (code !== 200) throw new Error(`${code} ${message} ${JSON.stringify(data)}`);
    return data;
  };
  const upload = async (scene: "deal" | "voucher") => (await makeMedia(db, { uploader: sellerId, scene })).id;
  const attach = async (id: number, type: AttachmentType) =>
    must(call(seller, contract.attach, id, { items: [{ type, media_id: await upload("deal") }] }));
  const pay = async (line: number, amount: string, body: object = {}, as = seller) =>
    call(as, billingContract.pay, line, {
      ...{ paid_at: days(0).slice(0, 10), amount, method: "bank", voucher: [await upload("voucher")] },
      ...body,
    });
  const confirm = (line: number) => must(call(finance, billingContract.confirm, line));
  /** Pays and confirms a line. */
  const settle = async (line: number, amount: string) => {
    await must(pay(line, amount));
    await confirm(line);
  };
  const billOf = async (id: number, as = finance) => (await as(billingContract.ofDeal, { params: { id } })).data;
  return {
    ...{ call, must, upload, attach, pay, confirm, settle, billOf },
    submit: (id: number) => call(seller, contract.submit, id),
    approve: (id: number) => call(manager, contract.approve, id),
    contract: (id: number, body: object = {}) => call(manager, contract.contract, id, body),
    complete: (id: number) => call(seller, contract.complete, id),
    cancel: (id: number, body: object) => call(manager, contract.cancel, id, { reason: "客户资金不足", ...body }),
    /** Pays and confirms all that the buyer owes. */
    async settleAll(id: number) {
      const { list } = await billOf(id);
      for (const one of list)
        if (one.payer === "buyer" && one.direction === "in" && one.status === "pending")
          await settle(one.id, one.amount);
    },
  };
}
