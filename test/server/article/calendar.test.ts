import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { article } from "~/contract/article/article";
import { contentCalendar } from "~/contract/content/content-calendar";
import type { Permission } from "~/contract/permissions";
import { article as articleTable } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { contentApproval } from "~/server/database/tables/content/content";
import { cityIntro } from "~/server/database/tables/seo/city";
import { special } from "~/server/database/tables/special/special";
import { desk } from "~/test/support/desk";
import { makeUser, put, setSetting } from "~/test/support/factories";
import { putArticle, putCity, putSpecial } from "~/test/support/public-pages";
import { refusedAt } from "~/test/support/refused";

// It is 2026-11-20 12:00 in Shanghai.
const { db, api, editor, asEditor, asSeller, at, whoMay } = desk({
  editor: { permissions: ["article:news:view", "article:news:edit", "article:news:publish", "seo:city:view"] },
  seller: { role: "sales" },
});
const day = 24 * 60;
const week = { from: "2026-11-16", to: "2026-11-22" };
const entries = async (query: object = {}) =>
  (await asEditor(contentCalendar.list, { query: { ...week, ...query } })).data.list;
const moment = (minutes: number) => isoInstant(at(minutes));
const soon = { publish_status: "scheduled", publish_at: moment(day) } as const;

test("it tells what goes out, changes and ends, of the kinds that one may read, in order", async () => {
  const coming = await putArticle(db, "coming", { ...soon, title: "将发布", offline_at: moment(2 * day) });
  const out = await putCity(db, "out", { title: "已发布", publish_at: moment(-day) });
  await putArticle(db, "draft", { publish_status: "draft", publish_at: null, offline_at: moment(day) });
  await putArticle(db, "gone", { deleted_at: moment(0), publish_at: moment(-day) });
  await putArticle(db, "before", { publish_at: moment(-9 * day) });
  await putSpecial(db, "hidden", { publish_at: moment(-day), end_at: moment(day) });
  const ended = { publish_status: "offline", publish_at: moment(-9 * day), offline_at: moment(-60) } as const;
  const over = await putArticle(db, "over", { ...ended, title: "已下线" });
  const live = await putArticle(db, "live", { title: "有更新的资讯", publish_at: moment(-9 * day) });
  const form = (await asEditor(article.get, { params: { id: live.id } })).data;
  for (const author of ["海外部", "编辑部"]) {
    const { version } = (await asEditor(article.get, { params: { id: live.id } })).data;
    await asEditor(article.update, { params: { id: live.id }, body: { ...form, author, version } as never });
  }
  const mine = { edit: true, move: true };
  const past = { edit: true, move: false };
  expect(await entries()).toMatchObject([
    { kind: "city_intro", id: out.id, event: "publish", state: "published", can: { edit: false, move: false } },
    { kind: "article", id: over.id, event: "end", state: "offline", at: moment(-60), can: past },
    { kind: "article", id: live.id, event: "change", state: "published", at: moment(0), can: past },
    {
      kind: "article",
      id: coming.id,
      title: "将发布",
      event: "publish",
      state: "scheduled",
      at: moment(day),
      can: mine,
    },
    { kind: "article", id: coming.id, event: "end", state: "scheduled", at: moment(2 * day), can: mine },
  ]);
  expect(await entries({ kind: ["city_intro"] })).toMatchObject([{ id: out.id }]);
  expect(await entries({ event: ["end"] })).toHaveLength(2);
  expect(await entries({ from: "2026-11-21", to: "2026-11-21" })).toMatchObject([{ id: coming.id, event: "publish" }]);
  const query = { from: "2026-10-01", to: "2026-11-30" };
  expect(await asEditor(contentCalendar.list, { query })).toMatchObject(refusedAt("to"));
  expect(await asSeller(contentCalendar.list, { query: week })).toMatchObject({ code: 40300 });
});

test("a time for which a second person is asked is told as waiting, and is not moved", async () => {
  const piece = await putArticle(db, "waits", { publish_status: "draft", publish_at: null });
  const asked = { kind: "article", target_id: piece.id, act: "schedule", version: 1, publish_at: moment(day) } as const;
  await put(db, contentApproval, { ...asked, by: editor.id, at: moment(0) });
  expect(await entries()).toEqual([]);
  await setSetting(db, "content.approval", "four_eyes");
  expect(await entries()).toMatchObject([{ id: piece.id, event: "publish", state: "pending", can: { move: false } }]);
});

const move = (body: object, as = asEditor) => as(contentCalendar.move, { body: { kind: "article", ...body } as never });

test("what is to come is moved by who may publish it, never into the past, nor over its end", async () => {
  const { id } = await putArticle(db, "one", { ...soon, offline_at: moment(3 * day) });
  const to = { id, event: "publish", version: 1 };
  expect(await move({ ...to, at: moment(-1) })).toMatchObject(refusedAt("at"));
  expect(await move({ ...to, at: moment(3 * day) })).toMatchObject(refusedAt("offline_at"));
  expect(await move({ ...to, at: moment(2 * day), version: 7 })).toMatchObject({ code: 40901 });
  expect(await move({ ...to, at: moment(2 * day) })).toMatchObject({ code: 200 });
  expect(await move({ id, event: "end", version: 2, at: moment(day) })).toMatchObject(refusedAt("offline_at"));
  expect(await move({ id, event: "end", version: 2, at: moment(5 * day) })).toMatchObject({ code: 200 });
  const [row] = await db.select().from(articleTable).where(eq(articleTable.id, id));
  expect(row).toMatchObject({ publish_at: moment(2 * day), offline_at: moment(5 * day), version: 3 });
  const city = await putCity(db, "city", { offline_at: moment(day) });
  const ofCity = { kind: "city_intro", id: city.id, event: "end", version: 1, at: moment(2 * day) };
  expect(await move(ofCity)).toMatchObject({ code: 40300 });
  expect((await db.select().from(cityIntro))[0]?.offline_at).toBe(moment(day));
});

test("what has happened is not moved; the end of a special page is its own", async () => {
  const out = await putArticle(db, "out", { offline_at: moment(-1) });
  expect(await move({ id: out.id, event: "publish", version: 1, at: moment(day) })).toMatchObject({ code: 40902 });
  expect(await move({ id: out.id, event: "end", version: 1, at: moment(day) })).toMatchObject({ code: 40902 });
  const codes: Permission[] = ["special:page:view", "special:page:edit", "special:page:publish"];
  const as = await api.as((await makeUser(db, { permissions: codes })).id);
  const page = await putSpecial(db, "page", { end_at: moment(day) });
  const to = { kind: "special", id: page.id, event: "end", version: 1 };
  // Its author needs no approval for the end.
  await setSetting(db, "content.approval", "four_eyes");
  expect(await move({ ...to, at: moment(2 * day) }, as)).toMatchObject({ code: 200 });
  expect((await db.select().from(special))[0]?.end_at).toBe(moment(2 * day));
  expect(await move({ ...to, version: 2, event: "publish", at: moment(day) }, as)).toMatchObject({ code: 40902 });
});

whoMay(contentCalendar, { all: "SA CE SE" });
