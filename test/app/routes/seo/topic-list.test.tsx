import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import * as descList from "~/app/routes/seo/topic/topic-desc-list";
import * as titleList from "~/app/routes/seo/topic/topic-title-list";
import { topicDesc as descs, topicTitle as titles } from "~/contract/seo/topic-template";
import { topicDesc, topicTitle } from "~/server/database/tables/seo/seo";
import { makeEstate } from "../../../support/estate";
import { actOn, answer, chooseOption, dialog, routeTest } from "../../../support/route-test";

describe.each([
  { path: "/seo/topicTitleList", module: titleList, given: titles, table: topicTitle, name: "专题标题模板" },
  { path: "/seo/topicDescList", module: descList, given: descs, table: topicDesc, name: "专题描述模板" },
])("$name", ({ path, module, given, table, name }) => {
  // Made by one factory each, so that their shapes are the same.
  const [contract, rows] = [given as typeof titles, table as typeof topicTitle];
  const { db, api, staff, open } = routeTest({ path, module });
  const editor = staff({ role: "seo_editor" });
  const topicOf = async (called: string) => (await db.select().from(rows)).find((one) => one.name === called);
  const add = async (called: string, over: object) =>
    (await api.as(editor.id)).unchecked(contract.create, {
      body: { name: called, page_type: "home", template: "首页", ...over },
    });

  it("is written with chips, shown as it will be, and changed", async () => {
    await makeEstate(db);
    const { actor } = await open("?add=1");
    const form = await dialog(`新增${name}`);
    fireEvent.change(await form.findByLabelText(/^名称/), { target: { value: "默认" } });
    await chooseOption(actor, form.getByLabelText(/^页面类型/, { selector: "input" }), "区域");
    fireEvent.change(form.getByLabelText(/^模板/), { target: { value: "新盘" } });
    await actor.click(await form.findByRole("button", { name: /^房源数/ }));
    await waitFor(() => expect(form.getByLabelText<HTMLInputElement>(/^模板/).value).toBe("新盘{count}"));
    expect(await form.findByText("新盘1")).toBeDefined();
    await actor.click(form.getByText("保存"));
    await waitFor(async () => expect((await topicOf("默认"))?.template).toBe("新盘{count}"));
    await actOn(actor, "默认", "编辑");
    const edit = await dialog(`编辑${name}`);
    fireEvent.change(await edit.findByLabelText(/^模板/), { target: { value: "新盘{street}" } });
    await actor.click(edit.getByText("保存"));
    expect(await edit.findByText("没有这个变量：{street}")).toBeDefined();
    fireEvent.change(edit.getByLabelText(/^模板/), { target: { value: "楼盘{count}" } });
    await actor.click(edit.getByText("保存"));
    await waitFor(async () => expect((await topicOf("默认"))?.template).toBe("楼盘{count}"));
  });

  it("is tested, copied, stopped, started and deleted", async () => {
    await add("低的", { template: "A" });
    await add("高的", { template: "B", priority: 5 });
    const { actor } = await open("");
    await actOn(actor, "低的", "测试");
    const test = await dialog("测试“低的”");
    expect(await test.findByText("条件符合，但优先级0低于5")).toBeDefined();
    await actor.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await actOn(actor, "低的", "复制");
    const copy = await dialog(`新增${name}`);
    expect((await copy.findByLabelText<HTMLInputElement>(/^名称/)).value).toBe("低的 副本");
    fireEvent.change(copy.getByLabelText(/^模板/), { target: { value: "C" } });
    await actor.click(copy.getByText("保存"));
    await waitFor(async () => expect((await topicOf("低的 副本"))?.template).toBe("C"));
    await actOn(actor, "高的", "停用");
    await answer(actor, /^停用/, "停用");
    await waitFor(async () => expect((await topicOf("高的"))?.status).toBe("disabled"));
    await actOn(actor, "高的", "启用");
    await waitFor(async () => expect((await topicOf("高的"))?.status).toBe("enabled"));
    await actOn(actor, "高的", "删除");
    await answer(actor, /^删除/, "删除");
    await waitFor(async () => expect(await topicOf("高的")).toBeUndefined());
  });
});
