import { expect, test } from "vitest";
import { baseUrl, openPage, signIn, toast } from "~/test/support/browser";

const editor = "super_admin@demo.test";

test.each([
  ["a desk", undefined],
  ["a phone", { phone: true }],
] as const)(
  "at %s: a word that found nothing is added with one click, visitors get it, and it is deleted",
  async (_, given) => {
    const page = await openPage(given);
    await signIn(page, editor, "/resources/keyword?tab=stats&kind=no_result&days=30");
    const isPhone = given !== undefined;
    const row = (word: string) => page.locator("tr, article, li").filter({ hasText: word }).first();
    const act = async (word: string, name: string) => {
      const near = row(word).getByRole("button", { name, exact: true });
      if (!isPhone) return near.click();
      await row(word)
        .getByLabel(/的更多操作$/)
        .click();
      await page.getByRole("menuitem", { name }).click();
    };
    const word = isPhone ? "凶宅" : "夏威夷";
    const hot = async () => {
      const { data } = await (await page.request.get(`${baseUrl}/api/public/keyword`)).json();
      return data.hot.map((one: { word: string }) => one.word);
    };
    await row(word).waitFor();
    await act(word, "设为热门");
    await toast(page, "已加入热门").waitFor();
    expect(await hot()).toContain(word);
    await page.goto(`${baseUrl}/resources/keyword?keyword=${encodeURIComponent(word)}`);
    await row(word).getByText("生效中").waitFor();
    await act(word, "删除");
    await page.getByRole("dialog", { name: "删除搜索词" }).getByRole("button", { name: "删除", exact: true }).click();
    await toast(page, "已删除").waitFor();
    expect(await hot()).not.toContain(word);
  },
);
