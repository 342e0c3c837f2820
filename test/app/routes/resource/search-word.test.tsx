import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as searchWordList from "~/app/routes/resource/search-word-list";
import { searchWord as table } from "~/server/database/tables/resource/search-word";
import { addSearches } from "~/server/resources/shared/searches";
import { putCity, putSpecial } from "../../../support/public-pages";
import { actOn, answer, chooseOption, enter, routeTest } from "../../../support/route-test";

const { db, open, staff } = routeTest({ path: "/resources/keyword", module: searchWordList });
staff({ role: "content_editor" });

const rowOf = async (word: string) => (await db.select().from(table).where(eq(table.word, word)))[0];

it("adds a word, changes, stops, uses and deletes it, and says what is wrong with it", async () => {
  const { actor } = await open();
  await actor.click((await screen.findAllByRole("button", { name: "新增" }))[0] as HTMLElement);
  const form = within(await screen.findByRole("dialog", { name: "新增搜索词" }));
  await enter(actor, await form.findByLabelText(/^词/), "找13800138000");
  await actor.click(form.getByText("保存"));
  expect(await form.findByText("词不能含有“@”或七位以上数字")).toBeDefined();
  await actor.clear(form.getByLabelText(/^词/));
  await enter(actor, form.getByLabelText(/^词/), "湾岸");
  await actor.click(form.getByText("保存"));
  await screen.findByRole("row", { name: /湾岸.*全部.*热门.*长期.*生效中/ });
  await actOn(actor, "湾岸", "编辑");
  const edit = within(await screen.findByRole("dialog", { name: "编辑搜索词" }));
  await actor.clear(await edit.findByLabelText(/^权重/));
  await enter(actor, edit.getByLabelText(/^权重/), "700");
  await actor.click(edit.getByText("保存"));
  await waitFor(async () => expect(await rowOf("湾岸")).toMatchObject({ weight: 700, version: 2 }));
  await actOn(actor, "湾岸", "停用");
  await answer(actor, /^停用/, "停用");
  await waitFor(async () => expect((await rowOf("湾岸"))?.status).toBe("disabled"));
  await actOn(actor, "湾岸", "启用");
  await waitFor(async () => expect((await rowOf("湾岸"))?.status).toBe("enabled"));
  await actOn(actor, "湾岸", "删除");
  await answer(actor, /^删除/, "删除");
  await waitFor(async () => expect(await rowOf("湾岸")).toBeUndefined());
});

it("leads a word to a special page or to a city, as its form says", async () => {
  const [page, city] = [await putSpecial(db, "open"), await putCity(db, "tokyo")];
  const { actor } = await open("?add=1");
  const form = within(await screen.findByRole("dialog", { name: "新增搜索词" }));
  await enter(actor, await form.findByLabelText(/^词/), "看房团");
  const lead = async (dialog: typeof form, kind: string, title: string) => {
    await chooseOption(actor, dialog.getByLabelText(/^点击后打开/, { selector: "input" }), kind);
    await chooseOption(actor, await dialog.findByLabelText(new RegExp(`^目标${kind}`), { selector: "input" }), title);
    await actor.click(dialog.getByText("保存"));
  };
  await lead(form, "专题", page.title);
  await waitFor(async () =>
    expect(await rowOf("看房团")).toMatchObject({ target_type: "special", special_id: page.id }),
  );
  await screen.findByRole("row", { name: /看房团.*专题 open/ });
  await actOn(actor, "看房团", "编辑");
  const edit = within(await screen.findByRole("dialog", { name: "编辑搜索词" }));
  await edit.findByLabelText(/^目标专题/, { selector: "input" });
  await lead(edit, "城市", city.title);
  await waitFor(async () =>
    expect(await rowOf("看房团")).toMatchObject({ target_type: "city", city_id: city.id, special_id: null }),
  );
});

it("tells what is searched, and makes words of it with one click", async () => {
  await db.insert(table).values({ word: "湾岸", key: "湾岸", type: "hot" });
  const search = (word: string, count: number, no_result: number) => ({
    ...{ word, platform: "web", code: null, date: "2026-11-20", count, no_result },
  });
  await addSearches(db, [search("湾岸", 9, 0), search("镰仓", 6, 6), search("刷单", 5, 5), search("海边", 4, 4)]);
  const { actor } = await open("?tab=stats&kind=no_result&platform=web");
  await screen.findByRole("row", { name: /镰仓.*100%/ });
  expect(screen.queryByRole("row", { name: /湾岸/ })).toBeNull();
  await actOn(actor, "镰仓", "设为热门");
  // One act at a time: the next one waits until the row shows that it has gone through.
  const taken = async (word: string) =>
    expect(await within(screen.getByRole("row", { name: new RegExp(word) })).findByText("查看")).toBeDefined();
  await taken("镰仓");
  expect(await rowOf("镰仓")).toMatchObject({ type: "hot", platform: "web" });
  await actOn(actor, "刷单", "屏蔽");
  await taken("刷单");
  expect(await rowOf("刷单")).toMatchObject({ type: "block" });
  await actOn(actor, "海边", "设为同义");
  const form = within(await screen.findByRole("dialog", { name: "新增搜索词" }));
  expect(await form.findByLabelText(/^词/)).toHaveProperty("value", "海边");
  await chooseOption(actor, form.getByLabelText(/^等同于/, { selector: "input" }), "湾岸");
  await actor.click(form.getByText("保存"));
  await waitFor(async () => expect(await rowOf("海边")).toMatchObject({ type: "synonym" }));
  await screen.findByRole("row", { name: /海边.*同义/ });
  await actOn(actor, "镰仓", "查看");
  await screen.findByRole("row", { name: /镰仓.*PC网站.*热门/ });
});
