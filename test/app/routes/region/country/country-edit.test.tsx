import { fireEvent, screen, waitFor } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as countryEdit from "~/app/routes/region/country/country-edit";
import { country as table } from "~/server/database/tables/region/geography";
import { routeTest } from "../../../../support/route-test";
import { writeRich } from "../../../../support/write-rich";

const path = "/regionalManage/countryList/country-edit";
const { db, staff, open } = routeTest({ path, module: countryEdit });
staff({ role: "estate_manager" });
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const saved = async (code: string) => (await db.select().from(table).where(eq(table.code, code)))[0];

it("changes a country by its code, keeps what was typed when it is refused, and goes on from what was saved", async () => {
  const { actor } = await open("?code=JP");
  await screen.findByLabelText(/^中文名/);
  type(/^时区/, "Asia/Nowhere");
  type(/^三级区域称谓/, "");
  await writeRich("外国人购房政策", "<p>外国人<strong>可以</strong>购买。</p><p>无需签证。</p>");
  await actor.click(screen.getByText("保存"));
  expect(await screen.findByText("时区应为 IANA 时区名称，如 Asia/Tokyo")).toBeDefined();
  type(/^时区/, "Asia/Tokyo");
  await actor.click(screen.getByText("保存"));
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await saved("JP")).toMatchObject({
    level_names: ["都道府县", "市区町村"],
    buy_policy: "<p>外国人<strong>可以</strong>购买。</p><p>无需签证。</p>",
    version: 2,
  });
  type(/^排序/, "7");
  await waitFor(() => expect(screen.getByText("保存").closest("button")).toHaveProperty("disabled", false));
  await actor.click(screen.getByText("保存"));
  await waitFor(async () => expect(await saved("JP")).toMatchObject({ sort: 7, version: 3 }));
});

it("adds a country that was deleted, and stays at it", async () => {
  await db.delete(table).where(eq(table.code, "BV"));
  const { actor, place } = await open("");
  await screen.findByLabelText(/^代码/);
  type(/^代码/, "BV");
  type(/^中文名/, "布韦岛");
  type(/^英文名/, "Bouvet Island");
  await actor.click(screen.getByLabelText(/^币种/, { selector: "input" }));
  fireEvent.change(screen.getByLabelText(/^币种/, { selector: "input" }), { target: { value: "NOK" } });
  await actor.click(await screen.findByText(/NOK$/));
  await actor.click(screen.getByText("保存"));
  expect(await screen.findByText("已新增")).toBeDefined();
  const made = await saved("BV");
  expect(made).toMatchObject({ name_zh: "布韦岛", code3: "BVT", currency_code: "NOK" });
  await waitFor(() => expect(place.href).toBe(`${path}?id=${made?.id}`));
});
