import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as articleEdit from "~/app/routes/seo/article/article-edit";
import * as articleList from "~/app/routes/seo/article/article-list";
import { keywordChecks, linkChecks } from "~/app/routes/seo/article/text-figures";
import type { Input } from "~/contract/endpoint";
import { seoArticle } from "~/contract/seo/seo-article";
import { seoKeyword } from "~/server/database/tables/seo/seo";
import { seoArticle as table } from "~/server/database/tables/seo/seo-article";
import { actOn, answer, routeTest } from "../../../support/route-test";
import { writeRich } from "../../../support/write-rich";

const path = "/seo/seo-article";
const formPath = `${path}/editArticle`;
const { db, api, staff, open } = routeTest({ path, module: articleList });
const editor = staff({ role: "seo_editor", name: "周编辑" });
const long = `<p>${"买房之前先把各项支出列清楚。".repeat(25)}</p>`;

async function makeWord(word: string, over: object = {}): Promise<number> {
  const [row] = await db
    .insert(seoKeyword)
    .values({ word, intent: "guide", ...over })
    .returning();
  return row?.id ?? 0;
}
async function makeArticle(title: string, keyword_ids: number[]): Promise<number> {
  const as = await api.as(editor.id);
  const body = { title, keyword_ids, content: long } as Input<typeof seoArticle.create>["body"];
  return (await as(seoArticle.create, { body })).data.id;
}
const rowOf = async (title: string) => within(await screen.findByRole("row", { name: new RegExp(title) }));
const saved = async () => (await db.select().from(table))[0];

it("lists articles with what is counted of them, publishes, marks and deletes them", async () => {
  await makeArticle("海外购房的税费要准备多少", [await makeWord("购房税费")]);
  const { actor } = await open("");
  const row = await rowOf("海外购房");
  for (const text of ["购房税费", "350", "0%", "未查", "草稿"]) row.getByText(text);
  await actOn(actor, "海外购房", "发布");
  await answer(actor, /^发布/, "发布");
  await waitFor(async () => expect((await saved())?.publish_status).toBe("published"));
  await actOn(actor, "海外购房", "标记已收录");
  await waitFor(async () => expect((await saved())?.indexed).toBe("yes"));
  await (await rowOf("海外购房")).findByText("已收录");
  await actor.click(await screen.findByLabelText(/^选择.*海外购房/));
  await actor.click(await screen.findByText("标记未收录", { selector: "button *" }));
  await waitFor(async () => expect((await saved())?.indexed).toBe("no"));
  await actOn(actor, "海外购房", "下线");
  await answer(actor, /^下线/, "下线");
  await waitFor(async () => expect((await saved())?.publish_status).toBe("offline"));
  await actOn(actor, "海外购房", "删除");
  await answer(actor, /^删除/, "删除");
  await waitFor(() => expect(screen.queryByText(/海外购房/)).toBeNull());
});

it("writes an article with its questions; beside it stands how it does with its keywords, links and others of its title", async () => {
  const word = await makeWord("购房税费", { link_text: true, target_url: "/tax" });
  const rival = await makeArticle("购房税费一年要交几次", [word]);
  const id = await makeArticle("海外购房的税费要准备多少", [word]);
  const { actor } = await open(`?id=${id}`, { path: formPath, module: articleEdit });
  const panel = within(await screen.findByRole("region", { name: "搜索效果" }));
  await panel.findByText("正文350字");
  await panel.findByText("“购房税费”出现0次");
  panel.getByText("标题没有主关键词“购房税费”");
  panel.getByText("没有可自动链接的词");
  expect(panel.getByRole("link", { name: "购房税费一年要交几次" }).getAttribute("href")).toBe(
    `${formPath}?id=${rival}`,
  );
  await writeRich("正文", "<p>购房税费要先算清。</p>");
  await panel.findByText("阅读时自动链接1处：购房税费");
  await actor.click(screen.getByRole("button", { name: "添加问答" }));
  fireEvent.change(await screen.findByLabelText(/^问题/), { target: { value: "什么时候付？" } });
  fireEvent.change(screen.getByLabelText(/^回答/), { target: { value: "签约时。" } });
  await actor.click(screen.getByText("存草稿", { selector: "form button *" }));
  await waitFor(async () => {
    const rows = await db.select().from(table).orderBy(table.id);
    expect(rows.at(-1)).toMatchObject({ faq: [{ q: "什么时候付？", a: "签约时。" }], inlink_count: 1 });
  });
});

it("says of a text when its keywords are too many, and of links how often each is", () => {
  const said = (html: string, words: string[], title = "") =>
    keywordChecks({ html, words, title, desc: "" }).map(({ label, state }) => `${state} ${label}`);
  expect(said("<p>港区新房，港区新房</p>", ["港区新房"], "看港区新房")).toEqual([
    "weak 正文9字，发布需要至少300字",
    "weak 关键词密度88.89%，超过5%像是堆砌",
    "good “港区新房”出现2次",
    "good 标题含主关键词",
    "plain 摘要没有主关键词“港区新房”",
  ]);
  expect(said(long, [])).toEqual(["good 正文350字", "weak 未选择关键词"]);
  const links = [
    { word: "港区", url: "/a", max: 2 },
    { word: "新房", url: "/b", max: 1 },
  ];
  expect(linkChecks("<p>港区港区港区新房</p>", links)).toEqual([
    { label: "阅读时自动链接3处：港区 ×2、新房", state: "good" },
  ]);
});
