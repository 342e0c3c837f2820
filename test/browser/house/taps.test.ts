import { describe, expect, test } from "vitest";
import { countClicks, expectErrors, failedRequest, frame, openPage, toast } from "~/test/support/browser";
import { makeEstate, makeRoom, makeUnit } from "~/test/support/estate";
import { makeCustomer, makeTracking, makeUser, setSetting } from "~/test/support/factories";
import { ownServer } from "~/test/support/own-server";

const own = await ownServer();

/** A seller, a customer whom they have just dealt with, and an estate with a flat. */
async function seller() {
  const { id } = await makeUser(own.db, { role: "sales" });
  const estate = await makeEstate(own.db);
  // Its plan is a row without a file.
  expectErrors(failedRequest);
  const room = await makeRoom(own.db, { estate_id: estate.id });
  await makeUnit(own.db, { estate_id: estate.id, room_id: room.id, unit_no: "1201" });
  const client = await makeCustomer(own.db, { name: "王伟", owner_id: id, intent_estate_ids: [estate.id] });
  await makeTracking(own.db, { customer_id: client.id, user_id: id });
  return { id, estate };
}

describe.for([
  { width: 390, height: 844 },
  { width: 360, height: 640 },
])("on a phone of $width × $height", (size) => {
  test("a flat is held for a recent customer by five taps from the tabs at most", async () => {
    const { id, estate } = await seller();
    const page = await openPage({ phone: true });
    await page.setViewportSize(size);
    await own.show(page, id, "/dashboard");
    const taps = await countClicks(page);
    await frame(page).getByRole("link", { name: "房源" }).tap();
    await page.getByRole("link", { name: estate.name, exact: true }).tap();
    await page.locator("#board").scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: /^1201 / }).tap();
    const card = page.getByRole("dialog", { name: /1201$/ });
    await card.getByRole("button", { name: "王伟" }).tap();
    await card.getByRole("button", { name: "锁定", exact: true }).tap();
    await toast(page, "已锁定 1201").waitFor();
    await expect.poll(() => taps()).toBeLessThanOrEqual(5);
  });

  test("an estate is sent by two taps from its page", async () => {
    await setSetting(own.db, "site.desk_base", "https://desk.example");
    const { id, estate } = await seller();
    const page = await openPage({ phone: true });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.setViewportSize(size);
    await own.show(page, id, `/house/estate-list/estate-detail?id=${estate.id}`);
    const taps = await countClicks(page);
    await page.getByRole("button", { name: "发送", exact: true }).tap();
    await page.getByRole("button", { name: "发送链接" }).tap();
    await toast(page, "已复制链接，可粘贴发送").waitFor();
    await expect.poll(() => taps()).toBe(2);
  });
});
