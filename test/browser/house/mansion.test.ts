import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findings } from "~/test/support/axe";
import { baseUrl, openPage, signIn, toast, tokenOf } from "~/test/support/browser";

const manager = "estate_manager@demo.test";
/** A building that no other test comes upon. */
const name = "栖川云庭";
const edit = "/house/mansion-management/mansion-management-edit";

/** A building that is there already, beside the one that the test adds; an estate stands in it. */
async function addTwin(page: Page, name: string, address: string): Promise<number> {
  const headers = { authorization: `Bearer ${await tokenOf(page, manager)}` };
  const found = await page.request.get(`${baseUrl}/crm/community/options?scenes=districts&country=JP&keyword=港区`, {
    headers,
  });
  const place = { country_code: "JP", district_id: (await found.json()).data.districts[0].value };
  const add = async (path: string, data: object): Promise<number> =>
    (await (await page.request.post(`${baseUrl}/api/estate${path}`, { headers, data: { ...place, ...data } })).json())
      .data.id;
  const id = await add("/mansion", { name, address, built_at: "2019-02" });
  await add("", { name, mansion_ids: [id] });
  return id;
}

async function choose(page: Page, label: string, option: string, search = "") {
  const input = page.getByRole("textbox", { name: label }).or(page.getByRole("combobox", { name: label }));
  await input.click();
  if (search) await input.fill(search);
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("a building is added with its place and stations, changed, and merged into the one that it is", async () => {
  const page = await openPage();
  const twin = await addTwin(page, `${name}本馆`, "芝浦8丁目1番");
  await signIn(page, manager, edit);
  await page.getByLabel("楼栋名").fill(name);
  await choose(page, "国家/地区", "日本");
  await choose(page, "区域", "东京都 港区", "港区");
  await page.getByLabel("地址").fill("芝浦8丁目9番9号");
  await page.getByLabel("纬度").fill("35.6412, 139.7501");
  await page.getByText("添加车站").click();
  await page.getByLabel("线路").fill("山手线");
  await page.getByLabel(/^车站/).fill("田町");
  await page.getByLabel("步行分钟").fill("9");
  await page.getByRole("textbox", { name: "建成年月" }).fill("2019/2");
  await expect.poll(() => page.getByLabel("经度").inputValue()).toBe("139.7501");
  const notice = page.getByRole("region", { name: "相似楼栋" });
  await notice.getByText(`${name}本馆`).waitFor();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await toast(page, "已新增").waitFor();
  await page.getByRole("heading", { name, exact: true }).waitFor();

  await page.getByRole("navigation", { name: "页内导航" }).getByText("建筑").click();
  await page.getByLabel("总户数").fill("88");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await toast(page, "已保存").waitFor();

  await page.getByRole("link", { name: "合并" }).click();
  const dialog = page.getByRole("dialog", { name: /^合并楼栋/ });
  await dialog.getByRole("button", { name: new RegExp(`${name}本馆`) }).click();
  await dialog.getByText("山手线 田町 步行9分钟").waitFor();
  await dialog.getByRole("button", { name: "合并", exact: true }).click();
  await toast(page, "已并入").waitFor();
  await page.waitForURL(`**${edit}?id=${twin}`);
  // What it lacked, it has learned.
  await expect.poll(() => page.getByLabel("总户数").inputValue()).toBe("88");
  await page.getByText("关联房源").getByRole("link", { name: "1", exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
});
