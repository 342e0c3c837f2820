import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as newsTag from "~/app/routes/article/news-tag";
import { category } from "~/contract/article/category";
import { tag } from "~/contract/article/tag";
import { articleCategory, articleTag } from "~/server/database/tables/article/article";
import { type Actor, routeTest } from "../../../support/route-test";

const { db, api, staff, open } = routeTest({ path: "/article/news-tag", module: newsTag });
const editor = staff({ role: "content_editor" });

async function choose(actor: Actor, name: string, act: string) {
  const row = within((await screen.findByRole("row", { name: new RegExp(name) })) as HTMLElement);
  const near = row.queryByText(act, { selector: "button" });
  if (near) return actor.click(near);
  await actor.click(await row.findByLabelText(/的更多操作$/));
  await actor.click(await screen.findByRole("menuitem", { name: act }));
}
const inDialog = async (actor: Actor, name: RegExp, label: string) =>
  actor.click(await within(await screen.findByRole("dialog", { name })).findByText(label, { selector: "button *" }));
const add = async (actor: Actor, title: string, name: string) => {
  await actor.click(await screen.findByRole("button", { name: "新增" }));
  const form = within(await screen.findByRole("dialog", { name: title }));
  fireEvent.change(await form.findByLabelText(/^名称/), { target: { value: name } });
  await actor.click(form.getByText("保存"));
  expect(await screen.findByText(name, { selector: "td *" })).toBeDefined();
};
const merge = async (actor: Actor, name: string, into: string) => {
  await choose(actor, name, "合并");
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
  await choose(actor, "湾岸", "编辑");
  const form = within(await screen.findByRole("dialog", { name: "编辑资讯标签" }));
  fireEvent.change(await form.findByLabelText(/^名称/), { target: { value: "湾岸区" } });
  await actor.click(form.getByText("保存"));
  await screen.findByText("湾岸区", { selector: "td *" });
  await choose(actor, "学区", "停用");
  await inDialog(actor, /^停用/, "停用");
  await waitFor(async () =>
    expect((await db.select().from(articleTag)).find(({ name }) => name === "学区")?.status).toBe("disabled"),
  );
  await choose(actor, "学区", "启用");
  await waitFor(async () =>
    expect((await db.select().from(articleTag)).find(({ name }) => name === "学区")?.status).toBe("enabled"),
  );
  await merge(actor, "错字", "地铁");
  await waitFor(() => expect(screen.queryByText("错字", { selector: "td *" })).toBeNull());
  await choose(actor, "学区", "删除");
  await inDialog(actor, /^删除/, "删除");
  await waitFor(() => expect(screen.queryByText("学区", { selector: "td *" })).toBeNull());
});

it("keeps categories in two levels", async () => {
  const as = await api.as(editor.id);
  const { id } = (await as(category.create, { body: { name: "市场" } as never })).data;
  for (const name of ["日本", "泰国"]) await as(category.create, { body: { name, parent_id: id } as never });
  const { actor } = await open("?tab=category");
  expect((await screen.findAllByRole("row")).map((row) => row.textContent).join()).toMatch(/市场.*日本.*泰国/);
  await add(actor, "新增资讯分类", "政策");
  await choose(actor, "政策", "编辑");
  const form = within(await screen.findByRole("dialog", { name: "编辑资讯分类" }));
  fireEvent.change(await form.findByLabelText(/^名称/), { target: { value: "政策解读" } });
  await actor.click(form.getByText("保存"));
  await screen.findByText("政策解读", { selector: "td *" });
  await choose(actor, "政策解读", "停用");
  await inDialog(actor, /^停用/, "停用");
  await waitFor(async () =>
    expect((await db.select().from(articleCategory)).find(({ name }) => name === "政策解读")?.status).toBe("disabled"),
  );
  await choose(actor, "政策解读", "启用");
  await waitFor(async () =>
    expect((await db.select().from(articleCategory)).find(({ name }) => name === "政策解读")?.status).toBe("enabled"),
  );
  await choose(actor, "政策解读", "删除");
  await inDialog(actor, /^删除/, "删除");
  await waitFor(() => expect(screen.queryByText("政策解读", { selector: "td *" })).toBeNull());
  await choose(actor, "泰国", "合并");
  const merging = within(await screen.findByRole("dialog", { name: /^合并/ }));
  await actor.click(await merging.findByLabelText(/^并入/, { selector: "input" }));
  await actor.click(await merging.findByRole("option", { name: /日本/ }));
  await actor.click(merging.getByText("合并", { selector: "button *" }));
  await waitFor(() => expect(screen.queryByText("泰国", { selector: "td *" })).toBeNull());
});
