import { expect, test } from "vitest";
import { article } from "~/contract/article/article";
import { estate } from "~/contract/house/estate";
import { batch } from "~/contract/shared/batch";
import { isoInstant } from "~/server/database/tables/columns";
import { publishScheduled } from "~/server/jobs/content/publish-scheduled";
import { desk } from "~/test/support/desk";
import { givePictures } from "~/test/support/estate";
import { putArticle, putSpecial } from "~/test/support/public-pages";

const { db, make, setSetting, rowsIn, at, asAdmin, runDue } = desk({ admin: { role: "super_admin" } });

/** What has been told since this was asked last, in its order: the event, and what it is about. */
function telling() {
  let known = 0;
  return async () => {
    const rows = (await rowsIn("outbox")).filter(({ event, id }) => event === "webhook" && id > known);
    known = Math.max(known, ...rows.map(({ id }) => id));
    return rows
      .sort((a, b) => a.id - b.id)
      .map(({ payload }) => payload as { event: string; data: Record<string, unknown>; link: string });
  };
}
const listening = async () => {
  await make.webhook(["content.published", "content.changed", "content.unpublished"]);
  const told = telling();
  const events = async () => (await told()).map(({ event, data }) => `${event} ${data.slug}`);
  return { told, events };
};

const draft = { publish_status: "draft", publish_at: null } as const;

test("whoever shows a piece is told when it comes, changes and goes, by whichever act; of what nobody sees they are told nothing", async () => {
  await setSetting("site.main_base", "https://www.yunting.test");
  const { told, events } = await listening();
  const { id } = await putArticle(db, "bay", draft);
  const form = async () => (await asAdmin(article.get, { params: { id } })).data;
  const version = async () => ({ version: (await form()).version });
  const save = async (over: object) =>
    expect(
      await asAdmin.unchecked(article.update, { params: { id }, body: { ...(await form()), ...over } }),
    ).toMatchObject({ code: 200 });
  await save({ title: "东京湾岸新盘" });
  expect(await told()).toEqual([]);

  await asAdmin(article.publish, { params: { id }, body: await version() });
  expect(await told()).toMatchObject([
    {
      event: "content.published",
      data: {
        ...{ kind: "article", id, slug: "bay", lang: "zh", title: "东京湾岸新盘" },
        url: "https://www.yunting.test/article/bay",
      },
      link: `/article/news-list/news-edit?id=${id}`,
    },
  ]);
  await save({ slug: "wan-an" });
  await save({});
  expect(await events()).toEqual(["content.changed wan-an"]);
  const { batch_id } = (await asAdmin(article.offlineBatch, { body: { ids: [id] } })).data;
  expect(await events()).toEqual(["content.unpublished wan-an"]);
  await asAdmin(batch.undo, { params: { id: batch_id ?? 0 } });
  expect(await events()).toEqual(["content.published wan-an"]);
  await asAdmin(article.offline, { params: { id }, body: await version() });
  await asAdmin(article.schedule, { params: { id }, body: { ...(await version()), publish_at: isoInstant(at(5)) } });
  expect(await events()).toEqual(["content.unpublished wan-an"]);
  for (const minutes of [5, 6]) await runDue(publishScheduled, at(minutes));
  expect(await events()).toEqual(["content.published wan-an"]);
});

test("a special page is told at its start and end as well, once, also after a pause of the server", async () => {
  await setSetting("site.desk_base", "https://desk.yunting.test");
  const { told, events } = await listening();
  await putSpecial(db, "days", { start_at: isoInstant(at(5)), end_at: isoInstant(at(9)) });
  await putSpecial(db, "off", { start_at: isoInstant(at(5)), publish_status: "offline" });
  await putSpecial(db, "open");
  for (const minutes of [4, 5, 6]) await runDue(publishScheduled, at(minutes));
  expect(await told()).toMatchObject([
    { event: "content.published", data: { kind: "special", url: "https://desk.yunting.test/s/days" } },
  ]);
  for (const minutes of [20, 21]) await runDue(publishScheduled, at(minutes));
  expect(await events()).toEqual(["content.unpublished days"]);
});

test("an estate is told as it goes on line, changes there and goes off line", async () => {
  const { events } = await listening();
  const { id } = await make.estate({ slug: "bay", publish_status: "offline", lat: 35.6, lng: 139.7 });
  await givePictures(db, id);
  const params = { id };
  await asAdmin(estate.publish, { params });
  await asAdmin(estate.flag, { params, body: { is_hot: true, is_recommend: false, sort: 3 } as never });
  await asAdmin(estate.unpublish, { params, body: { reason: "开发商暂停销售" } });
  await asAdmin(estate.flag, { params, body: { is_hot: false, is_recommend: false, sort: 3 } as never });
  expect(await events()).toEqual(["content.published bay", "content.changed bay", "content.unpublished bay"]);
});
