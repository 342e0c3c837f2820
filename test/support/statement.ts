import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import ExcelJS from "exceljs";
import type { Database } from "~/server/database/database";
import { clue } from "~/server/database/tables/clue/clue";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { found } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { makeClue } from "./clue";
import { makeEstate } from "./estate";
import { makeCustomer, makeMedia, put } from "./factories";

let numbers = 0;

type Part = Partial<typeof billing.$inferInsert>;

interface Given {
  agent_id: number;
  owner_id: number;
  deal?: Partial<typeof deal.$inferInsert>;
  clue?: Partial<typeof clue.$inferInsert>;
  /** The parts of the agent's commission; one that is due with the contract, unless they are given. */
  parts?: readonly Part[];
  /** What the developer owes. */
  receivable?: Part;
  developer?: string;
}

/** A sale that an agent brought, under contract, with the bills of its commissions. */
export async function makeSale(db: Database, given: Given) {
  const number = ++numbers;
  const place = await makeEstate(db, given.developer ? { developer: given.developer } : {});
  const customer = await makeCustomer(db, { owner_id: given.owner_id });
  const report = await makeClue(db, {
    ...{ agent_id: given.agent_id, estate_id: place.id, customer_id: customer.id, status: "contracted" },
    ...given.clue,
  });
  const own = await put(db, deal, {
    ...{ deal_no: `CJ26112000${String(number).padStart(2, "0")}${randomUUID().slice(0, 4)}`, status: "contracted" },
    ...{ customer_id: customer.id, buyer_name: `赵买方${number}`, estate_id: place.id, building: "A座" },
    ...{ unit_no: String(1000 + number), area_sqm: 60, deal_price: "60000000.00", deal_price_tax: "3000000.00" },
    ...{ currency: "JPY", fx_rate_to_cny: "0.05", payment_method: "full", source_type: "agent" },
    ...{ clue_id: report.id, agent_id: given.agent_id, owner_id: given.owner_id },
    ...{ subscribed_at: "2026-10-01", contracted_at: "2026-11-05", agent_commission_rate: "2" },
    ...{ commission_payable: "1140000.00", payable_currency: "JPY" },
    ...given.deal,
  });
  await db.update(clue).set({ deal_id: own.id }).where(eq(clue.id, report.id));
  const bills = [];
  for (const [index, part] of (given.parts ?? [{}]).entries()) {
    bills.push(
      await put(db, billing, {
        ...{ billing_no: `ZD${randomUUID()}`, deal_id: own.id, direction: "out", type: "agent_commission" },
        ...{ payer: "company", payee: "agent", period_no: index + 1, condition: "contract", percent: 100 },
        ...{ amount: "1140000.00", currency: "JPY", due_at: "2026-12-05" },
        ...part,
      }),
    );
  }
  if (given.receivable)
    await db.insert(billing).values({
      ...{ billing_no: `ZD${randomUUID()}`, deal_id: own.id, direction: "in", type: "dev_commission" },
      ...{ payer: "developer", payee: "company", amount: "1710000.00", currency: "JPY", due_at: "2026-11-25" },
      ...given.receivable,
    });
  return { deal: own, clue: report, estate: place, bills, customer };
}

/** A file that somebody has sent for statements. */
export const makeFile = (db: Database, uploader: number, scene: "statement" | "voucher" = "statement") =>
  makeMedia(db, { uploader, scene, key: `${scene}/${randomUUID()}` });

/** A spreadsheet of a developer that somebody has sent. */
export async function sendSheet(
  { db, storage }: Pick<Services, "db" | "storage">,
  uploader: number,
  rows: readonly (readonly (string | number | Date | null | ExcelJS.CellErrorValue)[])[],
) {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet("对账");
  for (const row of rows) sheet.addRow([...row]);
  const bytes = new Uint8Array(await book.xlsx.writeBuffer());
  const key = `statement/${randomUUID()}`;
  await storage.write(key, found(new Response(bytes).body), 10_000_000);
  return makeMedia(db, {
    ...{ uploader, scene: "statement", key, name: "开发商对账.xlsx", kind: "doc", size: bytes.length },
    mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  });
}
