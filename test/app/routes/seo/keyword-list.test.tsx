import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as keywordList from "~/app/routes/seo/keyword/keyword-list";
import { seoKeyword } from "~/contract/seo/keyword";
import { seoKeywordRank, seoKeyword as table } from "~/server/database/tables/seo/seo";
import { actOn, answer, chooseOption, routeTest } from "../../../support/route-test";
import { sendsImports } from "../../../support/sent-import";

const { db, api, staff, open } = routeTest({ path: "/seo/keywordsList", module: keywordList });
const editor = staff({ role: "seo_editor" });
const wordOf = async (word: string) => (await db.select().from(table)).find((one) => one.word === word);
const add = async (word: string, over: object = {}) => {
  const as = await api.as(editor.id);
  return (await as.unchecked(seoKeyword.create, { body: { word, intent: "region", ...over } })).data.id;
};

it("adds a word and changes it", async () => {
  const { actor } = await open("?add=1");
  const form = within(await screen.findByRole("dialog", { name: "新增SEO关键词" }));
  fireEvent.change(await form.findByLabelText(/^词 \*/), { target: { value: "东京公寓" } });
  await chooseOption(actor, form.getByLabelText(/^意图/, { selector: "input" }), "区域");
  await actor.click(form.getByText("保存"));
  await screen.findByText("东京公寓", { selector: "td, td *" });
  await actOn(actor, "东京公寓", "编辑");
  const edit = within(await screen.findByRole("dialog", { name: "编辑SEO关键词" }));
  await actor.click(await edit.findByLabelText(/^自动内链/));
  expect(await edit.findByLabelText(/^每篇最多链接/)).toBeDefined();
  await actor.click(edit.getByText("保存"));
  expect(await edit.findByText("自动内链需要目标页")).toBeDefined();
  fireEvent.change(edit.getByLabelText(/^目标页/), { target: { value: "/tag/tokyo" } });
  await actor.click(edit.getByText("保存"));
  await waitFor(async () =>
    expect(await wordOf("东京公寓")).toMatchObject({ link_text: true, target_url: "/tag/tokyo" }),
  );
});

it("enters a rank, shows how it has changed and its history", async () => {
  const id = await add("东京公寓");
  const as = await api.as(editor.id);
  await as(seoKeyword.rank, { body: { items: [{ keyword_id: id, date: "2026-11-01", rank: 9 }] } });
  const { actor } = await open("");
  await actOn(actor, "东京公寓", "新增排名");
  const form = within(await screen.findByRole("dialog", { name: "新增排名" }));
  expect(await form.findByText("“东京公寓”最近一次：2026-11-01 第9名。")).toBeDefined();
  fireEvent.change(await form.findByLabelText(/^排名/), { target: { value: "4" } });
  await actor.click(form.getByText("保存"));
  expect(await screen.findByText("上升5名")).toBeDefined();
  expect(await db.$count(seoKeywordRank)).toBe(2);
  await actOn(actor, "东京公寓", "曲线");
  const history = within(await screen.findByRole("dialog", { name: "“东京公寓”的排名" }));
  expect(await history.findByText("最好 第4名，最差 第9名，最近 第4名")).toBeDefined();
  expect(await history.findByRole("img", { name: /^排名曲线/ })).toBeDefined();
  await actor.click(history.getByText("近30天"));
  expect(within(await history.findByRole("table", { name: "排名记录" })).getAllByRole("row").length).toBeGreaterThan(1);
});

it("pauses, goes on, reaches, deletes, and changes groups of several with a way back", async () => {
  for (const word of ["东京公寓", "大阪公寓"]) await add(word, { group_name: "旧" });
  const { actor } = await open("");
  const states = { 暂停: "paused", 恢复监测: "tracking", 标记达成: "done" } as const;
  for (const [act, status] of Object.entries(states)) {
    await actOn(actor, "大阪公寓", act);
    await waitFor(async () => expect((await wordOf("大阪公寓"))?.status).toBe(status));
  }
  for (const box of await screen.findAllByLabelText(/^选择.*公寓/)) await actor.click(box);
  await actor.click(await screen.findByText("改分组"));
  await answer(actor, "改分组", "保存", { 分组: "公寓" });
  await waitFor(async () => expect((await wordOf("东京公寓"))?.group_name).toBe("公寓"));
  await actor.click(await screen.findByText("撤销"));
  await waitFor(async () => expect((await wordOf("东京公寓"))?.group_name).toBe("旧"));
  await actOn(actor, "东京公寓", "删除");
  await answer(actor, /^删除/, "删除");
  await waitFor(async () => expect(await wordOf("东京公寓")).toBeUndefined());
});

it("takes words and their ranks in from a file, looked through first", async () => {
  sendsImports();
  const { actor } = await open("?import=1");
  const words = new File(["词,意图,排名\r\n东京公寓,区域,7\r\n大阪公寓,区域,未上榜"], "词.csv", { type: "text/csv" });
  await actor.upload(await screen.findByLabelText("选择文件"), words);
  await actor.click(screen.getByText("预检", { selector: "button *" }));
  await actor.click(await screen.findByText("导入 2 行", { selector: "button *" }));
  expect(await screen.findByText("导入完成")).toBeDefined();
  expect(await wordOf("东京公寓")).toMatchObject({ intent: "region" });
  expect(await db.$count(seoKeywordRank)).toBe(2);
});
