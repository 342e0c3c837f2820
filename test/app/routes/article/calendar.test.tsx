import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as newsList from "~/app/routes/article/news-list";
import { article } from "~/server/database/tables/article/article";
import { days } from "../../../support/factories";
import { putArticle, putCity } from "../../../support/public-pages";
import { type Actor, routeTest } from "../../../support/route-test";

// It is Friday, 2026-11-20 12:00.
const path = "/article/news-list";
const { db, staff, open } = routeTest({ path, module: newsList });
staff({ role: "seo_editor" });

const soon = (title: string) =>
  putArticle(db, "soon", { title, publish_status: "scheduled", publish_at: days(1), offline_at: days(8) });
const publishedAt = async () => (await db.select({ at: article.publish_at }).from(article))[0]?.at?.slice(0, 16);
const dayOf = (name: string) => screen.getByText(name).closest("li") as HTMLElement;
const entry = (name: RegExp) => screen.findByRole("button", { name });

it("shows a week of all kinds next to the list, each on its day", async () => {
  await soon("将要发布的资讯");
  await putCity(db, "naha", { title: "那霸", publish_at: days(-2) });
  const { actor, place } = await open();
  await actor.click(await screen.findByRole("button", { name: "日历" }));
  await waitFor(() => expect(place.href).toContain("view=week"));
  const coming = await entry(/12:00 发布 将要发布的资讯\s?资讯 · 定时发布/);
  expect(dayOf("11月21日 周六").contains(coming)).toBe(true);
  expect(dayOf("11月18日 周三").contains(await entry(/那霸\s?城市介绍 · 已发布/))).toBe(true);
  await actor.click(screen.getByRole("button", { name: "下一周" }));
  expect(await entry(/12:00 下线 将要发布的资讯/)).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "列表" }));
  expect(await screen.findByText("将要发布的资讯", { selector: "td *" })).toBeDefined();
});

it("moves what is to come by the keyboard, and the focus goes with it", async () => {
  await soon("将要发布的资讯");
  const { actor } = await open("?view=week");
  (await entry(/发布 将要发布的资讯/)).focus();
  await actor.keyboard("{Shift>}{ArrowRight}{/Shift}");
  expect(await screen.findByText("已移到2026-11-22 12:00")).toBeDefined();
  await waitFor(() => expect(dayOf("11月22日 周日").contains(document.activeElement)).toBe(true));
  expect(await publishedAt()).toBe("2026-11-22T12:00");
});

it("tells why a day of the past is refused, and opens an entry to change its time", async () => {
  await putArticle(db, "today", { title: "今天的资讯", publish_status: "scheduled", publish_at: days(0.1) });
  const { actor } = await open("?view=day");
  const one = await entry(/发布 今天的资讯/);
  one.focus();
  await actor.keyboard("{Shift>}{ArrowLeft}{/Shift}");
  expect(await screen.findByText("不能移到过去，请选择现在以后的时间")).toBeDefined();
  await changeTime(actor, /发布 今天的资讯/);
  expect(await screen.findByText("已改时间")).toBeDefined();
});

async function changeTime(actor: Actor, name: RegExp) {
  await actor.click(await entry(name));
  const about = within(await screen.findByRole("dialog", { name: "今天的资讯" }));
  expect(about.getByText("定时发布")).toBeDefined();
  expect(about.getByText("编辑").closest("a")?.getAttribute("href")).toMatch(/news-edit\?id=\d+$/);
  await actor.click(about.getByText("改时间", { selector: "button *" }));
  const form = within(await screen.findByRole("dialog", { name: /改/ }));
  await actor.click(await form.findByText("改时间", { selector: "button *" }));
}

it("is a strip of days on the phone, with the entries of one", async () => {
  await soon("将要发布的资讯");
  const { actor } = await open("?view=week", { phone: true });
  expect(await screen.findByText(/今天.*没有要发布、更新或下线的内容/)).toBeDefined();
  await actor.click(screen.getByRole("button", { name: /11月21日 周六，1 项/ }));
  expect(await entry(/12:00 发布 将要发布的资讯/)).toBeDefined();
});
