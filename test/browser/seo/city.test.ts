import { expect, test } from "vitest";
import { baseUrl, openPage, signIn, toast } from "~/test/support/browser";

const editor = "super_admin@demo.test";

test("a city's block is written and published; visitors read it; an article of its encyclopaedia is begun from the list and published", async () => {
  const page = await openPage();
  await signIn(page, editor, "/seo/cityIntroduce?sort=sort&status=published");
  await page.getByRole("row").nth(1).getByRole("link", { name: "编辑" }).click();
  await page.waitForURL(/introdeceForm\?id=\d+/);
  const text = page.getByRole("textbox", { name: "气候", exact: true });
  await text.click();
  await text.press("Control+End");
  await page.keyboard.type("梅雨在六月。");
  await page.getByRole("button", { name: "更新公开内容" }).click();
  await toast(page, "已保存").or(toast(page, "已更新")).first().waitFor();
  const slug = await page.getByRole("textbox", { name: "网址别名" }).inputValue();
  const { data } = await (await page.request.get(`${baseUrl}/api/public/city/${slug}`)).json();
  expect(data.sections.find(({ key }: { key: string }) => key === "climate").content).toContain("梅雨在六月。");
  await page.goto(`${baseUrl}/seo/cityIntroduce?sort=sort&status=published`);
  await page.getByRole("row").nth(1).getByRole("link", { name: "百科" }).click();
  await page.waitForURL(/encyclopaedic\?city_id=\d+/);
  await page.getByRole("link", { name: "全部城市" }).waitFor();

  await page.getByRole("link", { name: "写百科文章" }).click();
  await page.waitForURL(/formArticle\?city_id=\d+/);
  await page.getByRole("textbox", { name: "标题", exact: true }).fill("外国人买房要办哪些手续");
  await page.getByRole("textbox", { name: "分类", exact: true }).click();
  await page.getByRole("option", { name: "法律", exact: true }).click();
  const content = page.getByRole("textbox", { name: "正文", exact: true });
  await content.click();
  await page.keyboard.insertText("先签重要事项说明，再签买卖合同，最后登记。");
  await page.getByRole("textbox", { name: "网址别名" }).fill("papers-for-foreigners");
  await page.getByRole("button", { name: "发布", exact: true }).click();
  await toast(page, "已发布").waitFor();
  const read = async (path: string) => (await (await page.request.get(`${baseUrl}/api/public/${path}`)).json()).data;
  expect(await read("encyclopaedia/papers-for-foreigners")).toMatchObject({ city: { slug }, category: "law" });
  const { list } = await read(`city/${slug}/encyclopaedia?category=law`);
  expect(list.map((one: { slug: string }) => one.slug)).toContain("papers-for-foreigners");
});

test("on a phone cities and their encyclopaedias are read, not written", async () => {
  const page = await openPage({ phone: true });
  await signIn(page, editor, "/seo/cityIntroduce");
  await page
    .getByLabel(/的更多操作$/)
    .first()
    .click();
  await page.getByRole("menuitem", { name: "百科" }).click();
  await page.waitForURL(/encyclopaedic\?city_id=\d+/);
  await expect.poll(() => page.getByRole("link", { name: /写百科文章|编辑城市介绍/ }).count()).toBe(0);
  await page.goto(`${baseUrl}/seo/cityIntroduce/introdeceForm`);
  await page.getByText("请在电脑端操作").waitFor();
});
