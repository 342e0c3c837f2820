import { fireEvent, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import * as sectionList from "~/app/routes/seo/section/section-list";
import { section as table } from "~/server/database/tables/seo/seo";
import { makeEstate } from "../../../support/estate";
import { actOn, answer, chooseOption, dialog, routeTest } from "../../../support/route-test";

const { db, staff, open } = routeTest({ path: "/seo/section", module: sectionList });
staff({ role: "seo_editor" });
const sectionOf = async (code: string) => (await db.select().from(table)).find((one) => one.code === code);

it("has an editor for each type, is copied, stopped, started and deleted", async () => {
  await makeEstate(db, { walk_min: 4 });
  const { actor } = await open("?add=1");
  const form = await dialog("新增SEO版块");
  const pick = async (on: typeof form, label: RegExp, option: string) => {
    await chooseOption(actor, await on.findByLabelText(label, { selector: "input" }), option);
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

  await actOn(actor, "底部", "编辑");
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

  await actOn(actor, "底部", "复制");
  const copy = await dialog("新增SEO版块");
  expect((await copy.findByLabelText<HTMLInputElement>(/^编码/)).value).toBe("foot-copy");
  await actor.click(copy.getByText("保存"));
  await waitFor(async () => expect((await sectionOf("foot-copy"))?.content).toMatchObject({ filter: { walk_max: 5 } }));
  await actOn(actor, "底部 副本", "停用");
  await answer(actor, /^停用/, "停用");
  await waitFor(async () => expect((await sectionOf("foot-copy"))?.status).toBe("disabled"));
  await actOn(actor, "底部 副本", "启用");
  await waitFor(async () => expect((await sectionOf("foot-copy"))?.status).toBe("enabled"));
  await actOn(actor, "底部 副本", "删除");
  await answer(actor, /^删除/, "删除");
  await waitFor(async () => expect(await sectionOf("foot-copy")).toBeUndefined());
});
