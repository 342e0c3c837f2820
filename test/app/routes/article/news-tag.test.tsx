import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as newsTag from "~/app/routes/article/news-tag";
import { category } from "~/contract/article/category";
import { tag } from "~/contract/article/tag";
import { articleCategory, articleTag } from "~/server/database/tables/article/article";
import { type Actor, actOn, answer, pick, routeTest } from "../../../support/route-test";

const { db, api, staff, open } = routeTest({ path: "/article/news-tag", module: newsTag });
const editor = staff({ role: "content_editor" });
const add = async (actor: Actor, title: string, name: string) => {
  await actor.click(await screen.findByRole("button", { name: "新增" }));
  await answer(actor, title, "保存", { 名称: name });
  expect(await screen.findByText(name, { selector: "td *" })).toBeDefined();
};
const merge = async (actor: Actor, name: string, into: string) => {
  await actOn(actor, name, "合并");
  const form = within(await screen.findByRole("dialog", { name: /^合并/ }));
  const field = await form.findByLabelText(/^并入/, { selector: "input" });
  await actor.click(field);
  await actor.type(field, into);
  await actor.click(await screen.findByRole("option", { name: into }));
  await actor.click(form.getByText("合并", { selector: "button *" }));
};

it("adds, changes, stops, merges and deletes tags", async () => {
  const as = await api.as(editor.id);
  for (const name of ["学区", "地铁", "错字"]) await as(tag.create, { body: { name } as never });
  const { actor } = await open("");
  await add(actor, "新增资讯标签", "湾岸");
  await actOn(actor, "湾岸", "编辑");
  await answer(actor, "编辑资讯标签", "保存", { 名称: "湾岸区" });
  await screen.findByText("湾岸区", { selector: "td *" });
  await actOn(actor, "学区", "停用");
  await answer(actor, /^停用/, "停用");
  await waitFor(async () =>
    expect((await db.select().from(articleTag)).find(({ name }) => name === "学区")?.status).toBe("disabled"),
  );
  await actOn(actor, "学区", "启用");
  await waitFor(async () =>
    expect((await db.select().from(articleTag)).find(({ name }) => name === "学区")?.status).toBe("enabled"),
  );
  await merge(actor, "错字", "地铁");
  await waitFor(() => expect(screen.queryByText("错字", { selector: "td *" })).toBeNull());
  await actOn(actor, "学区", "删除");
  await answer(actor, /^删除/, "删除");
  await waitFor(() => expect(screen.queryByText("学区", { selector: "td *" })).toBeNull());
});

it("keeps categories in two levels", async () => {
  const as = await api.as(editor.id);
  const { id } = (await as(category.create, { body: { name: "市场" } as never })).data;
  for (const name of ["日本", "泰国"]) await as(category.create, { body: { name, parent_id: id } as never });
  const { actor } = await open("?tab=category");
  expect((await screen.findAllByRole("row")).map((row) => row.textContent).join()).toMatch(/市场.*日本.*泰国/);
  await add(actor, "新增资讯分类", "政策");
  await actOn(actor, "政策", "编辑");
  await answer(actor, "编辑资讯分类", "保存", { 名称: "政策解读" });
  await screen.findByText("政策解读", { selector: "td *" });
  await actOn(actor, "政策解读", "停用");
  await answer(actor, /^停用/, "停用");
  await waitFor(async () =>
    expect((await db.select().from(articleCategory)).find(({ name }) => name === "政策解读")?.status).toBe("disabled"),
  );
  await actOn(actor, "政策解读", "启用");
  await waitFor(async () =>
    expect((await db.select().from(articleCategory)).find(({ name }) => name === "政策解读")?.status).toBe("enabled"),
  );
  await actOn(actor, "政策解读", "删除");
  await answer(actor, /^删除/, "删除");
  await waitFor(() => expect(screen.queryByText("政策解读", { selector: "td *" })).toBeNull());
  await actOn(actor, "泰国", "合并");
  await answer(actor, /^合并/, "合并", { 并入: pick(/日本/) });
  await waitFor(() => expect(screen.queryByText("泰国", { selector: "td *" })).toBeNull());
});
