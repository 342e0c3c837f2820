import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Endpoint, Input } from "~/contract/endpoint";
import { seoKeyword } from "~/contract/seo/keyword";
import { seoScreens } from "~/contract/seo/screens";
import { seoTag } from "~/contract/seo/tag";
import { specialScreens } from "~/contract/special/screens";
import { dayOf } from "~/server/lib/list";
import { baseUrl, chooseAct, chooseTool, frame, openPage, signIn, toast, tokenOf } from "~/test/support/browser";
import { callerOf } from "~/test/support/caller";
import { now } from "~/test/support/clock";

const editor = "super_admin@demo.test";

const read = async (page: Page, path: string) =>
  (await (await page.request.get(`${baseUrl}/api/public/seo/${path}`)).json()).data;
/** A record of the test's own. */
async function make<E extends Endpoint>(page: Page, endpoint: E, body: object): Promise<void> {
  const { code, message } = await callerOf(baseUrl, await tokenOf(page, editor))(endpoint, { body } as Partial<
    Input<E>
  >);
  expect(code, message).toBe(200);
}
async function pick(page: Page, form: Locator, label: RegExp, option: string) {
  await form.getByRole("textbox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}
/** Opens the form of a new record, fills it in and waits until it has gone. */
async function add(page: Page, path: string, title: string, fill: (form: Locator) => Promise<void>) {
  await page.goto(`${baseUrl}${path}?add=1`);
  const form = page.getByRole("dialog", { name: title });
  await fill(form);
  await form.getByRole("button", { name: "保存", exact: true }).click();
  await form.waitFor({ state: "detached" });
}

test("each screen of search engines and of special pages opens from the menu", async () => {
  const page = await openPage();
  await signIn(page, "seo_editor@demo.test", "/personal-center");
  for (const { title, children } of [...seoScreens, ...specialScreens]) {
    await frame(page).getByRole("button", { name: title, exact: true }).click();
    for (const screen of children) {
      await frame(page).getByRole("link", { name: screen.title, exact: true }).click();
      await page.waitForURL(`**${screen.path}`);
      await page.getByRole("navigation", { name: "当前位置" }).getByText(screen.title).waitFor();
      const main = page.getByRole("main");
      await main
        .getByRole("row")
        .nth(1)
        .or(main.getByRole("listitem").filter({ hasText: "转化率" }).first())
        .waitFor();
    }
  }
});

test("a template of descriptions is written with a variable, wins its test, and is what the site then says", async () => {
  const page = await openPage();
  await signIn(page, editor, "/seo/topicDescList");
  await add(page, "/seo/topicDescList", "新增专题描述模板", async (form) => {
    await form.getByRole("textbox", { name: /^名称/ }).fill("百科页新描述");
    await pick(page, form, /^页面类型/, "百科");
    await form.getByRole("textbox", { name: /^优先级/ }).fill("99");
    await form.getByRole("textbox", { name: /^模板/ }).fill(`${"海外置业百科，".repeat(23)}由`);
    await form.getByRole("button", { name: /^品牌/ }).click();
    await form
      .getByRole("status")
      .filter({ hasText: /超过 160 字，会被截断/ })
      .waitFor();
    await form.getByRole("textbox", { name: /^模板/ }).fill("购房流程、税费与贷款，由");
    await form.getByRole("button", { name: /^品牌/ }).click();
    await form
      .getByRole("status")
      .filter({ hasText: /^购房流程、税费与贷款，由.+\/160 字/ })
      .waitFor();
  });
  await chooseAct(page, "测试", page.getByRole("row").filter({ hasText: "百科页新描述" }));
  const tested = page.getByRole("dialog", { name: "测试“百科页新描述”" });
  const winner = tested.getByRole("list", { name: "候选模板" }).getByRole("listitem").filter({ hasText: "采用" });
  await winner.getByText("百科页新描述").waitFor();
  expect((await read(page, "page?page_type=encyclopaedia")).desc).toMatch(/^购房流程、税费与贷款，由./);
});

test("a merged tag's address leads on; keywords come from a file, have a curve, and leave as a file", async () => {
  const page = await openPage();
  await signIn(page, editor, "/seo/tagList");
  const [kept, slug] = ["会留下的标签", "to-stay"];
  const filter = { country: ["JP" as const] };
  await make(page, seoTag.create, { name: kept, type: "feature", slug, filter });
  await add(page, "/seo/tagList", "新增SEO标签", async (form) => {
    await form.getByRole("textbox", { name: /^名称/ }).fill("会合并的标签");
    await pick(page, form, /^类型/, "主题");
    await form.getByRole("textbox", { name: /^网址别名/ }).fill("to-be-merged");
    await form.getByRole("textbox", { name: "步行不超过（分钟）" }).fill("5");
    await form.getByText(/^在线房源 \d+ 个/).waitFor();
  });
  await page.goto(`${baseUrl}/seo/tagList?keyword=${encodeURIComponent("会合并")}`);
  await chooseAct(page, "合并", page.getByRole("row").filter({ hasText: "会合并的标签" }));
  const merging = page.getByRole("dialog", { name: "合并SEO标签" });
  await merging.getByRole("textbox", { name: /^并入的标签/ }).click();
  await page.keyboard.type(kept);
  await page.getByRole("option", { name: kept, exact: true }).click();
  await merging.getByRole("button", { name: "合并", exact: true }).click();
  await toast(page, "已合并").waitFor();
  const moved = await page.request.get(`${baseUrl}/api/public/seo/tag/to-be-merged`, { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([301, `/api/public/seo/tag/${slug}`]);

  await page.goto(`${baseUrl}/seo/keywordsList?import=1`);
  const dialog = page.getByRole("dialog", { name: "导入关键词" });
  const yesterday = dayOf(new Date(now() - 86_400_000));
  const csv = `词,意图,分组,排名,排名日期\n湾岸看房清单,知识,浏览器导入,4,${yesterday}\n`;
  const file = { name: "词.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.getByRole("button", { name: "预检" }).click();
  await dialog.getByRole("button", { name: "导入 1 行" }).click();
  await dialog.getByText("导入完成").waitFor();
  await page.goto(`${baseUrl}/seo/keywordsList?group_name=${encodeURIComponent("浏览器导入")}`);
  const word = page.getByRole("row").filter({ hasText: "湾岸看房清单" });
  await chooseAct(page, "新增排名", word);
  const entry = page.getByRole("dialog", { name: "新增排名" });
  await entry.getByRole("textbox", { name: /^排名/ }).fill("2");
  await entry.getByRole("button", { name: "保存" }).click();
  await toast(page, "已新增排名").waitFor();
  await word.getByTitle("上升2名").waitFor();
  await chooseAct(page, "曲线", word);
  const history = page.getByRole("dialog", { name: "“湾岸看房清单”的排名" });
  await history.getByRole("table", { name: "排名记录" }).getByText("手动录入").waitFor();
  await history.getByRole("img").first().waitFor();
  await page.keyboard.press("Escape");
  await chooseTool(page, "导出");
  const sheet = page.waitForEvent("download");
  await page.getByRole("dialog", { name: "导出" }).getByRole("button", { name: "导出", exact: true }).click();
  expect((await sheet).suggestedFilename()).toMatch(/\.xlsx$/);
});

test("a template's preview, a section and a tag's live count are what the site then says", async () => {
  const page = await openPage();
  await signIn(page, editor, "/seo/topicTitleList");
  await add(page, "/seo/topicTitleList", "新增专题标题模板", async (form) => {
    await form.getByRole("textbox", { name: /^名称/ }).fill("资讯页新标题");
    await pick(page, form, /^页面类型/, "资讯");
    await form.getByRole("textbox", { name: /^优先级/ }).fill("99");
    await form.getByRole("textbox", { name: /^模板/ }).fill("海外置业资讯");
    await form.getByRole("button", { name: /^品牌/ }).click();
    await form
      .getByRole("status")
      .filter({ hasText: /^海外置业资讯.+\/60 字/ })
      .waitFor();
  });
  await add(page, "/seo/section", "新增SEO版块", async (form) => {
    await form.getByRole("textbox", { name: /^编码/ }).fill("article_faq");
    await form.getByRole("textbox", { name: /^名称/ }).fill("资讯页问答");
    await pick(page, form, /^页面/, "资讯");
    await pick(page, form, /^类型/, "问答");
    await form.getByRole("button", { name: "添加问答" }).click();
    await form.getByRole("textbox", { name: /^问题/ }).fill("资讯多久更新一次？");
    await form.getByRole("textbox", { name: /^回答/ }).fill("每个工作日。");
  });
  let found = 0;
  await add(page, "/seo/tagList", "新增SEO标签", async (form) => {
    await form.getByRole("textbox", { name: /^名称/ }).fill("近站八分钟");
    await pick(page, form, /^类型/, "车站");
    await form.getByRole("textbox", { name: "步行不超过（分钟）" }).fill("8");
    const count = form.getByText(/^在线房源 \d+ 个/);
    await count.waitFor();
    found = Number(/\d+/.exec((await count.textContent()) ?? "")?.[0]);
  });
  expect(await read(page, "tag/jin-zhan-ba-fen-zhong")).toMatchObject({ name: "近站八分钟", count: found });
  const article = await read(page, "page?page_type=article");
  expect(article.title).toMatch(/^海外置业资讯./);
  expect(article.sections.map(({ code }: { code: string }) => code)).toContain("article_faq");
  expect(article.json_ld).toContain("资讯多久更新一次？");
});

test("an article is written by its checks and published; visitors read it with its question and links", async () => {
  const page = await openPage();
  const word = "湾岸置业费用";
  const target_url = "/jp/cost";
  await make(page, seoKeyword.create, { word, intent: "region", target_url, link_text: true });
  await signIn(page, editor, "/seo/seo-article");
  await page.getByRole("link", { name: "写SEO文章" }).click();
  await page.waitForURL(/editArticle$/);
  await page.getByRole("textbox", { name: "标题", exact: true }).fill(`关于${word}，先看这一篇清单`);
  await page.getByRole("textbox", { name: "关键词", exact: true }).click();
  // The list is open during the search.
  await page.keyboard.type(word);
  await page.getByRole("option", { name: word, exact: true }).click();
  const text = page.getByRole("textbox", { name: "正文", exact: true });
  await text.click();
  await page.keyboard.insertText(`${word}要先算清。${"买房之前先把各项支出列清楚。".repeat(24)}`);
  const panel = page.getByRole("region", { name: "搜索效果" });
  await panel.getByText(`“${word}”出现1次`).waitFor();
  await panel.getByText(new RegExp(`阅读时自动链接\\d+处：.*${word}`)).waitFor();
  await page.getByRole("button", { name: "添加问答" }).click();
  await page.getByRole("textbox", { name: "问题" }).fill("费用什么时候付？");
  await page.getByRole("textbox", { name: "回答" }).fill("签约与登记时。");
  await page.getByRole("textbox", { name: "网址别名" }).fill("first-list");
  await page.getByRole("button", { name: "发布", exact: true }).click();
  await toast(page, "已发布").waitFor();
  const { content, faq, seo } = await read(page, "article/first-list");
  expect(content).toMatch(new RegExp(`<a href="[^"]+">${word}</a>要先算清`));
  expect(faq).toEqual([{ q: "费用什么时候付？", a: "签约与登记时。" }]);
  expect(seo.json_ld).toContain("FAQPage");
});

test("on a phone all of it is read, and written on the desktop", async () => {
  const page = await openPage({ phone: true });
  await signIn(page, editor, "/seo/seo-article");
  const cards = page.getByLabel(/的更多操作$/);
  await cards.first().waitFor();
  await expect.poll(() => page.getByRole("link", { name: "写SEO文章" }).count()).toBe(0);
  await page.goto(`${baseUrl}/seo/seo-article/editArticle`);
  await page.getByText("请在电脑端操作").waitFor();
  for (const path of ["topicTitleList", "section", "tagList", "keywordsList"]) {
    await page.goto(`${baseUrl}/seo/${path}?add=1`);
    await page.getByText("请在电脑端操作").waitFor();
  }
});
