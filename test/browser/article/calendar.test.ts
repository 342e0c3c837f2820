import type { Locator, Page } from "playwright-core";
import { test } from "vitest";
import { calendarDays } from "~/contract/calendar";
import { shanghaiDay } from "~/contract/day";
import { openPage, toast } from "~/test/support/browser";
import { now } from "~/test/support/clock";
import { makeUser } from "~/test/support/factories";
import { ownServer } from "~/test/support/own-server";
import { putArticle } from "~/test/support/public-pages";

const own = await ownServer();
const week = calendarDays("week", shanghaiDay(7, now()));
const [tuesday = "", thursday = ""] = [week[1], week[3]];
const shortly = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;

/** An editor with a piece that goes out on a Tuesday to come. */
async function withPiece(slug: string) {
  const publish_at = `${tuesday}T09:30:00+08:00`;
  const offline_at = `${week[5]}T18:00:00+08:00`;
  await putArticle(own.db, slug, { title: `湾岸周报 ${slug}`, publish_status: "scheduled", publish_at, offline_at });
  return makeUser(own.db, { role: "content_editor" });
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("an entry and a day have a place");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + Math.min(end.height / 2, 80), { steps: 8 });
  await page.mouse.up();
}

test("an entry of the week is dragged to another day, and keeps its time", async () => {
  const page = await openPage();
  const { id } = await withPiece("desktop");
  await own.show(page, id, `/article/news-list?view=week&day=${tuesday}`);
  const entry = page.getByRole("button", { name: /09:30 发布 湾岸周报 desktop/ });
  await entry.waitFor();
  const day = page.getByRole("listitem").filter({ hasText: shortly(thursday) });
  await drag(page, entry, day);
  await toast(page, `已移到${thursday} 09:30`).waitFor();
  await day.getByRole("button", { name: /09:30 发布 湾岸周报 desktop/ }).waitFor();
});

test("on the phone an entry is dropped on a day of the strip", async () => {
  const page = await openPage({ phone: true });
  const { id } = await withPiece("phone");
  await own.show(page, id, `/article/news-list?view=week&day=${tuesday}`);
  const entry = page.getByRole("button", { name: /09:30 发布 湾岸周报 phone/ });
  await entry.waitFor();
  const day = page.getByRole("button", { name: new RegExp(`^.*${shortly(thursday)} `) });
  await drag(page, entry, day);
  await toast(page, `已移到${thursday} 09:30`).waitFor();
  await day.click();
  await entry.waitFor();
});
