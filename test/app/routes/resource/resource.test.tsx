import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as investmentEdit from "~/app/routes/resource/investment-edit";
import * as investmentList from "~/app/routes/resource/investment-list";
import * as reportList from "~/app/routes/resource/report-list";
import * as videoEdit from "~/app/routes/resource/video-edit";
import * as videoList from "~/app/routes/resource/video-list";
import { investment } from "~/contract/resource/investment";
import { report } from "~/contract/resource/report";
import { video } from "~/contract/resource/video";
import {
  investment as investmentTable,
  reportDownload,
  report as reportTable,
  video as videoTable,
} from "~/server/database/tables/resource/resource";
import { days, makeInquiry, makeMedia } from "../../../support/factories";
import { type Actor, actOn, answer, routeTest } from "../../../support/route-test";

const listPath = "/resources/video";
const { db, api, staff, open } = routeTest({ path: listPath, module: videoList });
const editor = staff({ role: "content_editor", name: "林编辑" });
const admin = staff({ role: "super_admin", name: "管理员" });

const cover = async () => (await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false })).id;
const subjects = [
  {
    name: "video",
    ...{ contract: video, table: videoTable, title: "视频" },
    ...{ list: { path: "/resources/video", module: videoList } },
    ...{ form: { path: "/resources/video/deployVideo", module: videoEdit, search: "" } },
    wanted: "请选择类型",
    whole: async () => ({
      ...{ title: "湾岸实景", type: "vlog", source: "link", cover_id: await cover() },
      external_url: "https://player.bilibili.com/player.html?bvid=BV1",
    }),
  },
  {
    name: "investment",
    ...{ contract: investment, table: investmentTable, title: "投资专栏" },
    ...{ list: { path: "/resources/investment", module: investmentList } },
    ...{ form: { path: "/resources/investment/invest-edit", module: investmentEdit, search: "" } },
    wanted: "请输入摘要",
    whole: async () => ({
      ...{ title: "湾岸实景", country_code: "JP", category: "yield", cover_id: await cover() },
      ...{ summary: "租金走势", content: "<p>正文</p>" },
    }),
  },
  {
    name: "report",
    ...{ contract: report, table: reportTable, title: "趋势报告" },
    ...{ list: { path: "/resources/reportDownload", module: reportList } },
    ...{ form: { path: "/resources/reportDownload", module: reportList, search: "?form=new" } },
    wanted: "请输入期数",
    whole: async () => ({
      ...{ title: "湾岸实景", period: "2026Q3", category: "price", cover_id: await cover() },
      file_id: (
        await makeMedia(db, {
          ...{
            uploader: editor.id,
            scene: "report",
            kind: "doc",
            mime: "application/pdf",
            name: "季报.pdf",
            pages: 12,
          },
        })
      ).id,
    }),
  },
] as const;

const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: "input, textarea" }), { target: { value } });
const press = async (actor: Actor, label: string) =>
  actor.click(await screen.findByText(label, { selector: "form button *" }));

describe.each(subjects)("a $name", ({ contract, table, title, list, form, wanted, whole }) => {
  // Each kind's own fields are told by the table above; what is called is the same for all.
  const make = async (isLive = false) => {
    const as = await api.as(editor.id);
    const { data } = await as(contract.create as typeof video.create, { body: (await whole()) as never });
    if (isLive) await as(contract.publish as typeof video.publish, { params: { id: data.id }, body: { version: 1 } });
    return data.id;
  };
  const row = async (id: number) =>
    (
      await db
        .select()
        .from(table as typeof videoTable)
        .where(eq((table as typeof videoTable).id, id))
    )[0];

  it("is written as a draft, which says what its publication wants", async () => {
    const { actor, place } = await open(form.search, { path: form.path, module: form.module, others: {} });
    await type(/^标题/, "写了一半");
    await press(actor, "发布");
    await waitFor(() => expect(place.href).toMatch(/=\d+/));
    expect(await screen.findByText(wanted)).toBeDefined();
    const [saved] = await db.select().from(table as typeof videoTable);
    expect(saved).toMatchObject({ title: "写了一半", publish_status: "draft" });
  });

  it("lives in its list: published, off line, draft again, deleted", async () => {
    const id = await make();
    const { actor } = await open("", { path: list.path, module: list.module, others: {} });
    await actOn(actor, "湾岸实景", "发布");
    await answer(actor, `发布${title}`, "发布");
    await waitFor(async () => expect(await row(id)).toMatchObject({ publish_status: "published" }));
    // The list has been asked again: a menu of the row before would be gone with it.
    expect(await screen.findByText("已发布", { selector: "td *" })).toBeDefined();
    await actOn(actor, "湾岸实景", "预览");
    expect((await screen.findByTitle("预览")).getAttribute("src")).toMatch(/^\/p\//);
    await actor.keyboard("{Escape}");
    await actOn(actor, "湾岸实景", "下线");
    await answer(actor, `下线${title}`, "下线");
    await waitFor(async () => expect(await row(id)).toMatchObject({ publish_status: "offline" }));
    expect(await screen.findByText("已下线", { selector: "td *" })).toBeDefined();
    await actOn(actor, "湾岸实景", "转为草稿");
    expect(await screen.findByText("草稿", { selector: "td *" })).toBeDefined();
    await actOn(actor, "湾岸实景", "删除");
    await answer(actor, `删除${title}`, "删除");
    await waitFor(() => expect(screen.queryByText("湾岸实景", { selector: "td *" })).toBeNull());
  });

  it("is published several at once", async () => {
    const ids = [await make(), await make()];
    const { actor } = await open("", { path: list.path, module: list.module, others: {} });
    await screen.findAllByText("湾岸实景");
    await actor.click((await screen.findAllByRole("checkbox"))[0] as Element);
    await actor.click(await screen.findByText("发布", { selector: "button *" }));
    await waitFor(async () => expect(await row(ids[1] ?? 0)).toMatchObject({ publish_status: "published" }));
  });
});

it("shows the calculation of a piece as it is typed", async () => {
  await open("", { path: "/resources/investment/invest-edit", module: investmentEdit, others: {} });
  expect(await screen.findByText("填写总价后在此测算")).toBeDefined();
  await type(/^总价/, "30000000");
  await type(/^贷款比例/, "50");
  await type(/^贷款年利率/, "0");
  await type(/^贷款年限/, "25");
  const answer = within(await screen.findByRole("region", { name: "测算结果" }));
  await waitFor(() => expect(answer.getByText("月供").nextSibling?.textContent).toBe("50,000"));
});

it("shows a report's pages, and who has downloaded it with the inquiry that came of it", async () => {
  const as = await api.as(editor.id);
  const { id } = (await as(report.create, { body: (await subjects[2].whole()) as never })).data;
  const asked = await makeInquiry(db, { kind: "report", name: "王先生" });
  await db.insert(reportDownload).values({
    ...{ report_id: id, name: "王先生", phone_cc: "86", phone: "19900001234", platform: "web", inquiry_id: asked.id },
    at: days(0),
  });
  const at = { path: "/resources/reportDownload", module: reportList, others: {} };
  const { actor } = await open("", { ...at, as: admin });
  expect(await screen.findByText("12页")).toBeDefined();
  await actor.click(await screen.findByRole("tab", { name: "下载记录" }));
  expect(await screen.findByText("199****1234")).toBeDefined();
  const link = await screen.findByText("查看询盘", { selector: "a, a *" });
  expect(link.closest("a")?.getAttribute("href")).toBe(`/inquiry/all-inquiry/inquiry-detail?id=${asked.id}`);
});
