import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import type { Input } from "~/contract/endpoint";
import {
  customerContact,
  customerOwnerLog,
  customer as customerTable,
} from "~/server/database/tables/customer/customer";
import { operationLog } from "~/server/database/tables/system/system";
import { desk } from "~/test/support/desk";
import { makeCustomer } from "~/test/support/factories";

const { db, sales, asSales, logLines } = desk({ sales: { role: "sales" } }, 4);

const thrice = <T>(act: () => Promise<T>) => Promise.all([act(), act(), act()]);
const codesOf = (replies: readonly { code: number }[]) => replies.map(({ code }) => code).sort();
const linesOf = (id: number) => logLines(eq(operationLog.target_id, id));

test("a customer who is sent three times at once is made once; the others are told whose he is", async () => {
  // What is left out is null by the contract, whose input type asks for every name.
  const body = { name: "王伟", source: "phone", phone_cc: "86", phone: "13812345678" } as Input<
    typeof customer.create
  >["body"];
  const replies = await thrice(() => asSales(customer.create, { body }));
  expect(codesOf(replies)).toEqual([200, 40910, 40910]);
  const made = await db.select().from(customerTable);
  expect(made).toHaveLength(1);
  expect(await db.select().from(customerContact)).toHaveLength(1);
  expect(await linesOf(made[0]?.id ?? 0)).toHaveLength(1);
});

test("a claim that is sent three times at once is written down once", async () => {
  const { id } = await makeCustomer(db);
  const replies = await thrice(() => asSales(customer.claim, { params: { id }, body: { action: "claim" } }));
  expect(codesOf(replies)[0]).toBe(200);
  expect(codesOf(replies).slice(1)).toEqual([40902, 40902]);
  expect(await linesOf(id)).toHaveLength(1);
  expect(await db.select().from(customerOwnerLog).where(eq(customerOwnerLog.customer_id, id))).toHaveLength(1);
});

test("of three edits of one version one is kept", async () => {
  const { id, version, name, source } = await makeCustomer(db, { owner_id: sales.id });
  // The same as above.
  const edit = (remark: string) => ({ version, name, source, remark }) as Input<typeof customer.update>["body"];
  const replies = await Promise.all(
    ["甲", "乙", "丙"].map((remark) => asSales(customer.update, { params: { id }, body: edit(remark) })),
  );
  expect(codesOf(replies)).toEqual([200, 40901, 40901]);
  const [row] = await db.select().from(customerTable).where(eq(customerTable.id, id));
  expect(row?.version).toBe(version + 1);
  expect(["甲", "乙", "丙"][replies.findIndex(({ code }) => code === 200)]).toBe(row?.remark);
});
