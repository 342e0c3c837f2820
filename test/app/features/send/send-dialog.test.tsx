import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as estateList from "~/app/routes/house/estate/estate-list";
import { share } from "~/server/database/tables/share/share";
import { makeEstate } from "../../../support/estate";
import { makeCustomer, setSetting } from "../../../support/factories";
import { actOn, dialog, routeTest } from "../../../support/route-test";

const { db, staff, open } = routeTest({ path: "/house/estate-list", module: estateList });
const sales = staff({ role: "sales", name: "林顾问" });

async function openSending() {
  await makeEstate(db, { name: "云汀·湾岸塔" });
  const { actor } = await open();
  await actOn(actor, "云汀·湾岸塔", "发送");
  const form = await dialog("发送云汀·湾岸塔");
  await form.findByRole("button", { name: "复制文字" });
  return { actor, form };
}

it("sends a link that the consultant keeps, in two presses, and shows what the client will read", async () => {
  await setSetting(db, "site.desk_base", "https://desk.example");
  await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  const { actor, form } = await openSending();
  expect(form.getByRole("article").textContent).toContain("云汀·湾岸塔");
  expect(form.getByRole("article").textContent).toContain("林顾问");
  await actor.type(form.getByLabelText(/^附言/), "周末可看");
  expect(form.getByRole("article").textContent).toContain("周末可看");
  await actor.click(form.getByRole("button", { name: "发送链接" }));
  expect(await screen.findByText("已复制链接，可粘贴发送")).toBeDefined();
  const [kept] = await db.select().from(share);
  expect(kept).toMatchObject({
    kind: "estate",
    user_id: sales.id,
    note: "周末可看",
    language: "zh",
    customer_id: null,
  });
  const text = await navigator.clipboard.readText();
  expect(text).toMatch(/https:\/\/desk\.example\/s\/v\/[\w-]{43}$/);
  // The address is answered once: pressed again, it is the same.
  await actor.click(form.getByRole("button", { name: "发送链接" }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(text));
  expect(await db.$count(share)).toBe(1);
});

it("says why there is no link, and reads in the client's language", async () => {
  const { actor, form } = await openSending();
  expect(form.getByText(/主站地址|访问地址|地址/, { selector: "[role=alert] *" })).toBeDefined();
  expect(form.getByRole("button", { name: "发送链接" })).toHaveProperty("disabled", true);
  await actor.click(form.getByRole("button", { name: "English" }));
  await waitFor(() => expect(form.getByRole("article").lang).toBe("en"));
  await actor.click(form.getByRole("button", { name: "复制文字" }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain("Price"));
});

it("is not offered to who may not send", async () => {
  await makeEstate(db, { name: "云汀·湾岸塔" });
  await open("", { permissions: ["house:estate:view"] });
  const row = within(await screen.findByRole("row", { name: /云汀/ }));
  expect(row.getByText("复制链接")).toBeDefined();
  expect(row.queryByText("发送")).toBeNull();
});

it("sends several estates that were picked from the list, one after the other or side by side", async () => {
  await setSetting(db, "site.desk_base", "https://desk.example");
  for (const name of ["云汀·湾岸塔", "海景苑", "湖心居"]) await makeEstate(db, { name });
  const { actor } = await open();
  for (const name of ["云汀·湾岸塔", "湖心居"])
    await actor.click(within(await screen.findByRole("row", { name: new RegExp(name) })).getByRole("checkbox"));
  await actor.click(within(screen.getByRole("toolbar", { name: "批量操作" })).getByRole("button", { name: "发送" }));
  const form = await dialog("发送2个房源");
  await form.findByRole("button", { name: "复制文字" });
  await actor.click(form.getByRole("button", { name: "发送链接" }));
  expect(await screen.findByText("已复制链接，可粘贴发送")).toBeDefined();
  const [first] = await db.select().from(share);
  expect(first).toMatchObject({ kind: "estates" });
  expect(first?.estate_ids).toHaveLength(2);
  // Another way to read them is another share, with an address of its own.
  await actor.click(form.getByRole("button", { name: "房源对比" }));
  await waitFor(() => expect(form.getByRole("article").querySelector("table")).not.toBeNull());
  await actor.click(form.getByRole("button", { name: "发送链接" }));
  await waitFor(async () => expect((await db.select().from(share)).map(({ kind }) => kind)).toContain("compare"));
});
