import { expect, test } from "vitest";
import { estate } from "~/contract/house/estate";
import { share } from "~/contract/share/share";
import { setting } from "~/contract/system/setting";
import { baseUrl, openPage, signIn, tokenOf } from "~/test/support/browser";
import { addCustomer } from "~/test/support/browser-rows";
import { callerOf } from "~/test/support/caller";

const seller = "sales@demo.test";

test("a link that was sent is opened without a session, and its consultant sees the look", async () => {
  const page = await openPage();
  const admin = callerOf(baseUrl, await tokenOf(page, "super_admin@demo.test"));
  const setDesk = (value: string | null, before: string) =>
    admin(setting.update, { body: { items: [{ key: "site.desk_base", value, before }] } });
  const customer = await addCustomer(page, seller);
  const call = callerOf(baseUrl, await tokenOf(page, seller));
  const [first] = (await call(estate.list, { query: {} })).data.list;
  const desk = "https://desk.example";
  expect((await setDesk(desk, "")).code).toBe(200);
  const body = { kind: "estate" as const, estate_ids: [first?.id ?? 0], customer_id: customer.id };
  const { data } = await call(share.create, { body, key: "share-in-a-browser" });
  // Other tests know of no address.
  expect((await setDesk(null, desk)).code).toBe(200);

  const visit = await page
    .context()
    .browser()
    ?.newContext({
      ...{ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
      userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.50",
    });
  const visitor = await visit?.newPage();
  if (!visit || !visitor) throw new Error("no browser");
  const refused: string[] = [];
  visitor.on("console", (line) => {
    if (line.type() === "error") refused.push(line.text());
  });
  await visitor.goto(`${baseUrl}${new URL(data.url).pathname}`);
  await visitor.getByRole("heading", { level: 1, name: first?.name ?? "" }).waitFor();
  await expect.poll(async () => (await visitor.locator("html").boundingBox())?.width).toBeLessThanOrEqual(390);
  const looks = async () => (await call(share.get, { params: { id: data.id } })).data;
  await expect.poll(async () => (await looks()).open_count).toBe(1);
  expect(await looks()).toMatchObject({ opens: [{ device: "mobile" }] });
  // The policy lets the script and all pictures in.
  expect([refused, await visit.cookies()]).toEqual([[], []]);
  await visit.close();

  await signIn(page, seller, `${customer.address}?kind=share`);
  await page.getByText(/查看1次/).waitFor();
});
