import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as tagList from "~/app/routes/seo/tag/tag-list";
import { seoTag } from "~/contract/seo/tag";
import { seoTag as table } from "~/server/database/tables/seo/seo";
import { makeEstate } from "../../../support/estate";
import { actOn, answer, chooseOption, routeTest } from "../../../support/route-test";

const { db, api, staff, open } = routeTest({ path: "/seo/tagList", module: tagList });
const editor = staff({ role: "seo_editor" });
const tagOf = async (name: string) => (await db.select().from(table)).find((one) => one.name === name);

it("builds a tag's search, counting what it finds, and changes it", async () => {
  await makeEstate(db, { name: "云汀·塔", walk_min: 4 });
  await makeEstate(db, { walk_min: 12 });
  const { actor } = await open("?add=1");
  const form = within(await screen.findByRole("dialog", { name: "新增SEO标签" }));
  fireEvent.change(await form.findByLabelText(/^名称 \*/), { target: { value: "近地铁" } });
  await chooseOption(actor, form.getByLabelText(/^类型/, { selector: "input" }), "车站");
  await actor.click(form.getByText("保存"));
  expect(await form.findByText("请设置筛选条件")).toBeDefined();
  fireEvent.change(await form.findByLabelText("步行不超过（分钟）"), { target: { value: "5" } });
  expect(await form.findByText("在线房源 1 个")).toBeDefined();
  expect(form.getByText("云汀·塔")).toBeDefined();
  await actor.click(form.getByText("保存"));
  await screen.findByText("近地铁", { selector: "td, td *" });
  expect(await tagOf("近地铁")).toMatchObject({ filter: { walk_max: 5 }, estate_count: 1, slug: "jin-di-tie" });

  await actOn(actor, "近地铁", "编辑");
  const edit = within(await screen.findByRole("dialog", { name: "编辑SEO标签" }));
  expect((await edit.findByLabelText<HTMLInputElement>("步行不超过（分钟）")).value).toBe("5");
  fireEvent.change(edit.getByLabelText("步行不超过（分钟）"), { target: { value: "15" } });
  await actor.click(edit.getByText("保存"));
  await waitFor(async () => expect((await tagOf("近地铁"))?.estate_count).toBe(2));
});

it("takes tags out of use and back, merges them and deletes them", async () => {
  const as = await api.as(editor.id);
  for (const name of ["湾岸", "临海", "错字"])
    await as.unchecked(seoTag.create, { body: { name, type: "area", filter: { country: ["JP"] } } });
  const { actor } = await open("");
  await actOn(actor, "湾岸", "停用");
  await answer(actor, /^停用/, "停用");
  await waitFor(async () => expect((await tagOf("湾岸"))?.status).toBe("disabled"));
  await actOn(actor, "湾岸", "启用");
  await waitFor(async () => expect((await tagOf("湾岸"))?.status).toBe("enabled"));
  await actOn(actor, "临海", "合并");
  const form = within(await screen.findByRole("dialog", { name: /^合并/ }));
  const field = await form.findByLabelText(/^并入/, { selector: "input" });
  await actor.click(field);
  await actor.type(field, "湾岸");
  await actor.click(await screen.findByRole("option", { name: "湾岸" }));
  await actor.click(form.getByText("合并", { selector: "button *" }));
  await waitFor(() => expect(screen.queryByText("临海", { selector: "td, td *" })).toBeNull());
  await actOn(actor, "错字", "删除");
  await answer(actor, /^删除/, "删除");
  await waitFor(() => expect(screen.queryByText("错字", { selector: "td, td *" })).toBeNull());
});
