import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import * as sectionList from "~/app/routes/seo/section/section-list";
import { section as table } from "~/server/database/tables/seo/seo";
import { brokenLink, missingPage, siteRedirect } from "~/server/database/tables/seo/site-page";
import { makeEstate } from "../../../support/estate";
import { days } from "../../../support/factories";
import { actOn, answer, chooseOption, chooseTab, chooseTool, dialog, routeTest } from "../../../support/route-test";
import { sendsImports } from "../../../support/sent-import";

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

const redirects = async () =>
  (await db.select().from(siteRedirect)).map(({ from_path, to_path }) => [from_path, to_path]);

it("sets redirects, changes and deletes them, and says what is wrong at the field", async () => {
  const { actor } = await open("");
  await chooseTab(actor, "跳转");
  await screen.findByRole("columnheader", { name: /旧地址/ });
  // The list is empty: its head and its middle offer it.
  const [add] = await screen.findAllByRole("button", { name: /^新增/ });
  await actor.click(add as Element);
  const form = await dialog("新增跳转");
  fireEvent.change(await form.findByLabelText(/^旧地址/), { target: { value: "/old" } });
  fireEvent.change(form.getByLabelText(/^新地址/), { target: { value: "/old/" } });
  await actor.click(form.getByText("保存"));
  expect(await form.findByText("新地址不能与旧地址相同")).toBeDefined();
  fireEvent.change(form.getByLabelText(/^新地址/), { target: { value: "/new" } });
  await actor.click(form.getByText("保存"));
  await waitFor(async () => expect(await redirects()).toEqual([["/old", "/new"]]));
  await actOn(actor, "/old", "编辑");
  const edit = await dialog("编辑跳转");
  fireEvent.change(await edit.findByLabelText(/^新地址/), { target: { value: "/newer" } });
  await actor.click(edit.getByText("保存"));
  await waitFor(async () => expect(await redirects()).toEqual([["/old", "/newer"]]));
  await actOn(actor, "/old", "删除");
  await answer(actor, /^删除/, "删除");
  await waitFor(async () => expect(await redirects()).toEqual([]));
});

it("takes redirects in from a file, looked through first", async () => {
  sendsImports();
  const { actor } = await open("?tab=redirect");
  await chooseTool(actor, "导入");
  const file = new File(["旧地址,新地址\r\n/a,/b\r\n/c,/a"], "跳转.csv", { type: "text/csv" });
  await actor.upload(await screen.findByLabelText("选择文件"), file);
  await actor.click(screen.getByText("预检", { selector: "button *" }));
  await actor.click(await screen.findByText("导入 1 行", { selector: "button *" }));
  expect(await screen.findByText("导入完成")).toBeDefined();
  expect(await redirects()).toEqual([["/a", "/b"]]);
});

it("leads a page that visitors miss on, and forgets another", async () => {
  const at = { first_at: days(-2), last_at: days(-1) };
  await db.insert(missingPage).values([
    { path: "/article/gone", count: 12, ...at },
    { path: "/wp-login.php", count: 3, ...at },
  ]);
  const { actor } = await open("?tab=missing");
  await actOn(actor, "/article/gone", "设置跳转");
  const form = await dialog("新增跳转");
  expect((await form.findByLabelText<HTMLInputElement>(/^旧地址/)).value).toBe("/article/gone");
  fireEvent.change(form.getByLabelText(/^新地址/), { target: { value: "/article/new" } });
  await actor.click(form.getByText("保存"));
  await waitFor(async () => expect(await redirects()).toEqual([["/article/gone", "/article/new"]]));
  await waitFor(() => expect(screen.queryByText("/article/gone", { selector: "td *" })).toBeNull());
  await actOn(actor, "/wp-login.php", "删除");
  await answer(actor, /^删除/, "删除");
  await waitFor(async () => expect(await db.$count(missingPage)).toBe(0));
});

it("lists broken links with the piece that they are in", async () => {
  const found = { title: "东京购房指南", url: "https://gone.example.com/x", reason: "对方返回 HTTP 404" };
  await db.insert(brokenLink).values({ kind: "seo_article", target_id: 7, found_at: days(-1), ...found });
  await open("?tab=broken");
  const piece = await screen.findByRole("link", { name: "东京购房指南" });
  expect(piece.getAttribute("href")).toBe("/seo/seo-article/editArticle?id=7");
  expect(screen.getByRole("link", { name: found.url }).getAttribute("target")).toBe("_blank");
  expect(screen.getByText(found.reason)).toBeDefined();
});
