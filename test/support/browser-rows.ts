import type { Page } from "playwright-core";
import { customer } from "~/contract/customer/customer";
import type { Input } from "~/contract/endpoint";
import { estate } from "~/contract/house/estate";
import { mansion } from "~/contract/house/mansion";
import { option } from "~/contract/shared/option";
import { baseUrl, signIn, tokenOf } from "./browser";
import { callerOf } from "./caller";
import { chance } from "./seed";

// A test's own rows, made through the API: no other test meets what one test changes.

const sales = "sales@demo.test";

/** What the browser tests draw, of one row for all files: two that began anew would draw the same. */
const drawn = chance();

/** To tell a test's own rows from others. */
export const someNumber = () => drawn.upTo(999_999);

/** A phone number that nobody has. */
export const newNumber = () => `139${drawn.digits(8)}`;

/** A new customer of this account, or of nobody in the pool. */
export async function addCustomer(page: Page, email: string, { to_pool = false } = {}) {
  const name = `自建${someNumber()}`;
  const phone = newNumber();
  const body = { name, phone_cc: "86", phone, source: "phone", to_pool };
  const { code, message, data } = await callerOf(baseUrl, await tokenOf(page, email))(customer.create, { body });
  if (code !== 200) throw new Error(`${name} could not be added: ${message}`);
  return { id: data.id, number: data.customer_no, phone, name, address: `/customer/editCustomerInfo/${data.id}` };
}

/** Adds a building of this account with one estate; gives its number. */
export async function addMansionWithEstate(page: Page, email: string): Promise<number> {
  const call = callerOf(baseUrl, await tokenOf(page, email));
  const found = await call(option.community, { query: { scenes: ["districts"], country: ["JP"], keyword: "港区" } });
  const place = { country_code: "JP", district_id: Number(found.data.districts?.[0]?.value) };
  const name = `自建楼栋${someNumber()}`;
  // What is left out is null by the contract, whose input types ask for every name.
  const building = { ...place, name, address: "港区1-1", built_at: "2019-02" } as Input<typeof mansion.create>["body"];
  const added = await call(mansion.create, { body: building });
  const { id } = added.data;
  const within = { ...place, name, mansion_ids: [id] } as Input<typeof estate.create>["body"];
  const { code, message } = added.code === 200 ? await call(estate.create, { body: within }) : added;
  if (code !== 200) throw new Error(`${name} could not be added: ${message}`);
  return id;
}

/** Opens a new customer of sales@demo.test for editing. */
export async function openOwnForm(page: Page): Promise<void> {
  const { address } = await addCustomer(page, sales);
  await signIn(page, sales, `${address}?tab=basics`);
  await page.getByRole("button", { name: "编辑", exact: true }).click();
  await page.waitForURL(/[?&]edit=1$/);
  await page.getByRole("textbox", { name: "备注" }).waitFor();
}
