import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as sectionList from "~/app/routes/seo/section/section-list";
import { section as table } from "~/server/database/tables/seo/seo";
import { makeEstate } from "../../../support/estate";
import { type Actor, routeTest } from "../../../support/route-test";

const { db, staff, open } = routeTest({ path: "/seo/section", module: sectionList });
staff({ role: "seo_editor" });

async function choose(actor: Actor, name: string, act: string) {
  const cell = await screen.findByText(name, { selector: "td, td *" });
  const row = within(cell.closest("tr") as HTMLElement);
  const near = row.queryByText(act, { selector: "button" });
  if (near) return actor.click(near);
  await actor.click(await row.findByLabelText(/的更多操作$/));
  await actor.click(await screen.findByRole("menuitem", { name: act }));
}
const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));
const sectionOf = async (code: string) => (await db.select().from(table)).find((one) => one.code === code);

it("has an editor for each type, is copied, stopped, started and deleted", async () => {
  await makeEstate(db, { walk_min: 4 });
  const { actor } = await open("?add=1");
  const form = await dialog("新增SEO版块");
  const pick = async (on: typeof form, label: RegExp, option: string) => {
    await actor.click(await on.findByLabelText(label, { selector: "input" }));
    await actor.click(await screen.findByRole("option", { name: option }));
  };
  fireEvent.change(await form.findByLabelText(/^编码/), { target: { value: "foot" } });
  fireEvent.change(form.getByLabelText(/^名称/), { target: { value: "底部" } });
  await pick(form, /^页面/, "城市");
  await pick(form, /^类型/, "问答");
  await actor.click(await form.findByText("添加问答"));
  fireEvent.change(await form.findByLabelText(/^问题/), { target: { value: "能买吗" } });
  fireEvent.change(form.getByLabelText(/^回答/), { target: { value: "可以。" } });
  await actor.click(form.getByText("保存"));
  await waitFor(async () =>
    expect((await sectionOf("foot"))?.content).toEqual({ faq: [{ q: "能买吗", a: "可以。" }] }),
  );

  await choose(actor, "底部", "编辑");
  const edit = await dialog("编辑SEO版块");
  await pick(edit, /^类型/, "房源列表");
  fireEvent.change(await edit.findByLabelText("步行不超过（分钟）"), { target: { value: "5" } });
  expect(await edit.findByText("在线房源 1 个")).toBeDefined();
  await actor.click(edit.getByText("保存"));
  await waitFor(async () =>
    expect((await sectionOf("foot"))?.content).toEqual({
      ...{ source: "rule", filter: { walk_max: 5 }, order: "sort", limit: 10 },
    }),
  );

  await choose(actor, "底部", "复制");
  const copy = await dialog("新增SEO版块");
  expect((await copy.findByLabelText<HTMLInputElement>(/^编码/)).value).toBe("foot-copy");
  await actor.click(copy.getByText("保存"));
  await waitFor(async () => expect((await sectionOf("foot-copy"))?.content).toMatchObject({ filter: { walk_max: 5 } }));
  await choose(actor, "底部 副本", "停用");
  await actor.click((await dialog(/^停用/)).getByText("停用", { selector: "button *" }));
  await waitFor(async () => expect((await sectionOf("foot-copy"))?.status).toBe("disabled"));
  await choose(actor, "底部 副本", "启用");
  await waitFor(async () => expect((await sectionOf("foot-copy"))?.status).toBe("enabled"));
  await choose(actor, "底部 副本", "删除");
  await actor.click((await dialog(/^删除/)).getByText("删除", { selector: "button *" }));
  await waitFor(async () => expect(await sectionOf("foot-copy")).toBeUndefined());
});
