import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { billing as billingContract } from "~/contract/deal/billing";
import { deal as contract } from "~/contract/deal/deal";
import { billing } from "~/server/database/tables/deal/deal";
import { found } from "~/server/lib/call";
import { resetDatabase } from "~/test/support/database";
import { days } from "~/test/support/factories";
import { setUp } from "~/test/support/set-up";

const { db, api, make, rowIn, rowsIn } = setUp({ connections: 10 });
beforeEach(() => resetDatabase(db));

test("of fifty sellers who hand in a deal for one unit at once exactly one has it", async () => {
  const { id: estate_id } = await make.estate();
  const { id: room_id } = await make.room({ estate_id });
  const flat = await make.unit({ estate_id, room_id });
  const { id: owner_id } = await make.user({ role: "sales" });
  const made: number[] = [];
  for (let number = 0; number < 50; number++) {
    const { id: customer_id } = await make.customer({ owner_id });
    const place = { estate_id, room_id, unit_id: flat.id, building: flat.building, unit_no: flat.unit_no };
    const { id } = await make.deal({ customer_id, owner_id, ...place });
    await make.attachment(id, "subscribe_form", owner_id);
    await make.billing({ deal_id: id });
    made.push(id);
  }
  const as = await api.as(owner_id);
  const replies = await Promise.all(made.map((id) => as.unchecked(contract.submit, { params: { id }, body: {} })));
  expect(replies.map(({ code }) => code).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 40922)]);
  const [winner] = await rowsIn("deal", { status: "reviewing" });
  expect(await rowIn("unit", flat.id)).toMatchObject({ status: "reserved", deal_id: found(winner).id });
});

test("of lines, payments and refunds at once none goes beyond what there is", async () => {
  const { id: owner_id } = await make.user({ role: "super_admin" });
  const { id: customer_id } = await make.customer({ owner_id });
  const { id: estate_id } = await make.estate();
  const { id } = await make.deal({ customer_id, estate_id, owner_id, status: "subscribed", deal_price: "1000.00" });
  const as = await api.as(owner_id);
  const ten = <T>(one: (number: number) => Promise<T>) => Promise.all(Array.from({ length: 10 }, (_, n) => one(n)));
  const line = { type: "deposit", amount: "300", due_at: days(0).slice(0, 10) };
  const added = await ten(() => as.unchecked(billingContract.create, { params: { id }, body: { lines: [line] } }));
  expect(added.filter(({ code }) => code === 200)).toHaveLength(3);
  const [first] = await rowsIn("billing");
  const voucher = (await make.media({ uploader: owner_id, scene: "voucher" })).id;
  const body = { paid_at: days(0).slice(0, 10), amount: "300", method: "bank", voucher: [voucher] };
  const paid = await ten(() => as.unchecked(billingContract.pay, { params: { id: found(first).id }, body }));
  expect(paid.filter(({ code }) => code === 200)).toHaveLength(1);
  await as.unchecked(billingContract.confirm, { params: { id: found(first).id }, body: {} });
  const back = { amount: "100", reason: "多收退回" };
  const refunds = await ten(() =>
    as.unchecked(billingContract.refund, { params: { id: found(first).id }, body: back }),
  );
  expect(refunds.filter(({ code }) => code === 200)).toHaveLength(3);
  const [sums] = await db
    .select({
      price: sql<string>`sum(amount) filter (where direction = 'in')`,
      back: sql<string>`sum(amount) filter (where type = 'refund')`,
    })
    .from(billing)
    .where(eq(billing.deal_id, id));
  expect(sums).toEqual({ price: "900.00", back: "300.00" });
});
