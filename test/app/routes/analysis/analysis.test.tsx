import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import * as analysisPage from "~/app/routes/analysis/analysis";
import * as overviewPage from "~/app/routes/analysis/overview";
import * as briefingPage from "~/app/routes/analysis/sales-briefing";
import { briefingColumns } from "~/contract/analysis/figure-texts";
import { inquiry } from "~/contract/inquiry/inquiry";
import { readQuery } from "~/contract/read-query";
import { target } from "~/server/database/tables/system/admin";
import { outbox } from "~/server/database/tables/system/system";
import { makeCustomer, makeInquiry, makeTracking, makeWebhook } from "~/test/support/factories";
import { routeTest } from "~/test/support/route-test";

const overview = { path: "/analysis/overview", module: overviewPage };
const briefing = { path: "/analysis/salesBriefing", module: briefingPage };
const { db, api, team, staff, open } = routeTest(overview);
const first = team({ name: "一部" });
staff({ role: "sales_manager", name: "梁经理", team: first });
const sales = staff({ role: "sales", name: "陆顾问", team: first });

// Answers are kept for five minutes, and each test has another database. It is Friday, the 20th.
let day = 0;
beforeEach(async () => {
  api.setClock(new Date(Date.parse("2026-11-20T12:00:00+08:00") + day++ * 360_000));
  for (const month of ["10-21", "11-18"])
    for (let index = 0; index < 4; index++) await makeInquiry(db, { created_at: `2026-${month}T10:00:00+08:00` });
  await makeInquiry(db, { created_at: "2026-11-19T10:00:00+08:00", platform: "h5", assignee_id: sales.id });
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id, created_at: "2026-11-19T09:00:00+08:00" });
  for (const month of [10, 11])
    await makeTracking(db, { customer_id, user_id: sales.id, tracked_at: `2026-${month}-19T10:00:00+08:00` });
});

describe("客户分析", () => {
  it("tells everybody the last month in multiples of three, and leads nowhere into the house", async () => {
    const { actor, asked } = await open("", { as: "nobody" });
    expect((await screen.findByRole("button", { name: /^询盘数/ })).textContent).toBe("询盘数3");
    expect(screen.getAllByText(/^2026-10-01 至 2026-10-31（已结束的整月），数量按3的倍数显示/).length).toBeGreaterThan(
      0,
    );
    const platforms = within(screen.getByRole("region", { name: "询盘平台" }));
    await actor.click(platforms.getByRole("button", { name: "询盘平台的更多操作" }));
    await actor.click(await screen.findByRole("menuitem", { name: "看表" }));
    expect(platforms.getByRole("row", { name: /PC网站/ }).textContent).toBe("PC网站3");
    expect(platforms.queryByRole("link")).toBeNull();
    expect(screen.getByRole("region", { name: "意向国家 Top10" }).textContent).toContain("暂无数据");
    const hours = within(screen.getByRole("region", { name: "询盘时段" }));
    expect(hours.getByTitle("周三 10时 3")).toBeDefined();
    expect(hours.getByTitle("周三 11时 <3")).toBeDefined();
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.queryByRole("region", { name: "签证询盘进度" })).toBeNull();
    expect(asked).toEqual(["GET /api/figures/public/overview"]);
  });

  it("counts exactly for staff with the code, and leads to the lists", async () => {
    const { actor, place } = await open();
    const inquiries = await screen.findByRole("link", { name: /^询盘数/ });
    expect(inquiries.textContent).toBe("询盘数5");
    expect(inquiries.getAttribute("href")).toBe(
      "/inquiry/all-inquiry?created_from=2026-11-14&created_to=2026-11-20&status=pending,assigned,processing,converted,closed",
    );
    const platforms = within(screen.getByRole("region", { name: "询盘平台" }));
    await actor.click(platforms.getByRole("button", { name: "询盘平台的更多操作" }));
    await actor.click(await screen.findByRole("menuitem", { name: "看表" }));
    expect(platforms.getByRole("link", { name: "手机网站" }).getAttribute("href")).toContain("platform=h5");
    await actor.click(screen.getByRole("radio", { name: "近30天" }));
    await waitFor(() => expect(place.href).toBe("/analysis/overview?range=month30"));
    await screen.findAllByText("2026-10-22 至 2026-11-20，全公司");
  });

  it("shows a phone one chart at a time", async () => {
    await open("", { as: "nobody", phone: true });
    await screen.findByRole("region", { name: "各渠道访客UV" });
    expect(screen.queryByRole("region", { name: "询盘平台" })).toBeNull();
  });
});

describe("销售简报", () => {
  it("tells everybody a month in a sentence, to be copied, and names nobody", async () => {
    const { actor, asked } = await open("?type=day&date=2026-11-19", { ...briefing, as: "nobody" });
    const sentence = "本月新增询盘3，有效跟进<3次，带看<3组，认购<3套，签约<3套。";
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.queryByRole("region", { name: "顾问明细" })).toBeNull();
    expect(screen.queryByRole("button", { name: "推送到群" })).toBeNull();
    await actor.click(screen.getByRole("button", { name: "复制文本" }));
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toBe(`销售月报 2026-10-01 至 2026-10-31\n${sentence}`),
    );
    expect(screen.queryByRole("radio")).toBeNull();
    expect(asked.every((one) => one.includes("/public/"))).toBe(true);
  });

  it("shows managers their consultants, opens what a number counts, and pushes it to a group", async () => {
    const { name } = await makeWebhook(db, ["briefing.daily"]);
    const { actor, place } = await open("?type=day&date=2026-11-19", {
      ...briefing,
      others: { "/dashboard": () => null },
    });
    const table = within(await screen.findByRole("region", { name: "顾问明细" }));
    expect(table.getByRole("row", { name: /陆顾问/ }).textContent).toContain("陆顾问");
    await actor.click(screen.getByRole("button", { name: "推送到群" }));
    await actor.click(await screen.findByRole("menuitem", { name }));
    const asking = within(await screen.findByRole("dialog"));
    expect(asking.getByText(`把销售日报 2026-11-19推送到“${name}”？`)).toBeDefined();
    await actor.click(asking.getByRole("button", { name: "推送" }));
    await screen.findByText(`已提交，稍后送达“${name}”`);
    expect(await db.select().from(outbox).where(eq(outbox.event, "webhook"))).toHaveLength(1);
    await actor.click(table.getByRole("button", { name: "陆顾问 有效跟进 1" }));
    await waitFor(() =>
      expect(place.href).toBe(`/dashboard?from=2026-11-19&to=2026-11-19&metric=tracking_valid&user_id=${sales.id}`),
    );
  });

  it("leads from what nobody answered to the list, and says of what opens nothing that it does not", async () => {
    await makeInquiry(db, { created_at: "2026-11-19T10:00:00+08:00", assignee_id: sales.id, is_overdue: true });
    const month = { month: "2026-11", metric: "contract_amount", value: "12000000.00" };
    await db.insert(target).values({ ...month, dim: "user", user_id: sales.id });
    const { actor, place } = await open("?type=day&date=2026-11-19", {
      ...briefing,
      others: { "/dashboard": () => null, "/inquiry/all-inquiry": () => null },
    });
    const table = within(await screen.findByRole("region", { name: "顾问明细" }));
    const head = table.getAllByRole("columnheader").map(({ textContent }) => textContent ?? "");
    const row = table.getByRole("row", { name: /陆顾问/ });
    const silent = within(row)
      .getAllByRole("cell")
      .flatMap((cell, index) =>
        within(cell).queryByRole("button") || cell.textContent === "--" ? [] : [head[index + 1]],
      );
    const unopened = Object.values(briefingColumns).filter(({ definition }) => definition.includes("没有可打开的明细"));
    expect(silent).toEqual(unopened.map(({ label }) => label));
    await actor.click(table.getByRole("button", { name: "陆顾问 超时询盘 1" }));
    await waitFor(() =>
      expect(place.href).toBe(
        `/inquiry/all-inquiry?created_from=2026-11-19&created_to=2026-11-19&status=pending,assigned,processing,converted,closed&assignee_id=${sales.id}&overdue=1`,
      ),
    );
    // The list takes the filter.
    expect(readQuery(new URL(place.href, "http://test.local").searchParams, inquiry.list)).toMatchObject({
      overdue: true,
    });
  });

  it("shows a phone one column of the table at a time, the most first", async () => {
    await open("?type=day&date=2026-11-19", { ...briefing, phone: true });
    const column = within(await screen.findByRole("region", { name: "新增客户" }));
    expect(column.getAllByRole("listitem").length).toBeGreaterThan(1);
    expect(screen.queryByRole("region", { name: "进公海" })).toBeNull();
  });
});

describe("/analysis", () => {
  it("has the figures, the month in a sentence, and the way to both pages", async () => {
    await open("", { path: "/analysis", module: analysisPage, as: "nobody" });
    expect(await screen.findByText(/^本月新增询盘3/)).toBeDefined();
    expect(screen.getByRole("button", { name: /^访客UV/ })).toBeDefined();
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/analysis/overview",
      "/analysis/salesBriefing",
    ]);
  });
});
