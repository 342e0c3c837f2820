import { randomInt } from "node:crypto";
import type { Page } from "playwright-core";
import { customer } from "~/contract/customer/customer";
import { baseUrl, signIn, tokenOf } from "./browser";
import { callerOf } from "./caller";

// Rows of a test's own, made through the API: what one test changes no other one comes upon.

const sales = "sales@demo.test";

/** A phone number that nobody has. */
export const newNumber = () => `139${String(randomInt(1e8)).padStart(8, "0")}`;

/** A new customer of this account, or of nobody in the pool. */
export async function addCustomer(page: Page, email: string, { to_pool = false } = {}) {
  const name = `自建${randomInt(1e6)}`;
  const phone = newNumber();
  const body = { name, phone_cc: "86", phone, source: "phone", to_pool };
  const { code, message, data } = await callerOf(baseUrl, await tokenOf(page, email))(customer.create, { body });
  if (code !== 200) throw new Error(`${name} could not be added: ${message}`);
  return { id: data.id, number: data.customer_no, phone, name, address: `/customer/editCustomerInfo/${data.id}` };
}

/** Opens a new customer of sales@demo.test for editing. */
export async function openOwnForm(page: Page): Promise<void> {
  const { address } = await addCustomer(page, sales);
  await signIn(page, sales, `${address}?tab=basics`);
  await page.getByRole("button", { name: "编辑", exact: true }).click();
  await page.waitForURL(/[?&]edit=1$/);
  await page.getByRole("textbox", { name: "备注" }).waitFor();
}
