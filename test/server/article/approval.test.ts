import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { article } from "~/contract/article/article";
import { category } from "~/contract/article/category";
import { dashboard } from "~/contract/dashboard/dashboard";
import type { Input } from "~/contract/endpoint";
import { batch } from "~/contract/shared/batch";
import { comment } from "~/contract/shared/comment";
import { contentApproval } from "~/server/database/tables/content/content";
import { message } from "~/server/database/tables/system/system";
import { contentOf } from "~/test/support/content-life";
import { desk } from "~/test/support/desk";
import { makeMedia, setSetting } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";

const work = desk({
  editor: { role: "content_editor", name: "林编辑" },
  writer: { permissions: ["article:news:view", "article:news:edit"], name: "何作者" },
  other: { role: "seo_editor", name: "周编辑" },
});
const { db, editor, writer, other, asEditor, asWriter, asOther, at, logLines } = work;

type Body = Input<typeof article.create>["body"];
const news = async (over: object = {}) =>
  ({
    title: "东京湾岸新盘观察",
    category_id: (await asEditor(category.create, { body: { name: `分类${Math.random()}` } as never })).data.id,
    cover_id: (await makeMedia(db, { uploader: editor.id, scene: "content", is_private: false, kind: "image" })).id,
    summary: "东京湾岸地区今年的新盘供应、价格与交通变化，一文看懂。",
    content: `<p>${"湾岸地区新盘陆续入市，交通与配套日渐成熟。".repeat(4)}</p>`,
    ...over,
  }) as Body;
const { add, get, live, save } = contentOf(asEditor, article, news);
const on = () => setSetting(db, "content.approval", "four_eyes");
const told = async () =>
  (await db.select().from(message).orderBy(asc(message.id))).map(({ user_id, title, link }) => [user_id, title, link]);

test("those who may publish are told but for the author, and the result goes back; each step is in the log", async () => {
  await on();
  const id = (await asWriter(article.create, { body: await news() })).data.id;
  const link = `/article/news-list/news-edit?id=${id}`;
  expect((await asWriter(article.submit, { params: { id }, body: { version: 1 } })).data.can).toMatchObject({
    ...{ review: false, withdraw: true, publish: false },
  });
  const others = [editor.id, other.id].map((user) => [user, "待审核：资讯", link]);
  expect(await told()).toEqual(others);
  expect((await get(id)).can).toMatchObject({ review: true, edit: true });
  const body = { version: 1, reason: "标题太短" };
  await asOther(article.sendBack, { params: { id }, body });
  await asWriter(article.submit, { params: { id }, body: { version: 1 } });
  await asOther(article.approve, { params: { id }, body: { version: 1 } });
  expect(await told()).toEqual([
    ...others,
    [writer.id, "资讯审核已退回", link],
    ...others,
    [writer.id, "资讯审核已通过", link],
  ]);
  const own = (await logLines()).filter(({ summary }) => summary.endsWith("资讯 东京湾岸新盘观察"));
  expect(own.map(({ summary, action, reason }) => [summary.split("资讯")[0], action, reason])).toEqual([
    ["新增", "create", null],
    ["提交审核：", "update", null],
    ["退回审核：", "audit", "标题太短"],
    ["提交审核：", "update", null],
    ["通过审核：", "audit", null],
    ["发布", "publish", null],
  ]);
});

test("the home counts what waits for who may approve it, not what they wrote last, and nothing with the setting off", async () => {
  const queueOf = async (as: typeof asEditor) =>
    (await as(dashboard.get, { query: { blocks: ["todo"] } })).data.todo?.data?.find(
      ({ key }) => key === "article_review",
    )?.count;
  const waits = await add();
  const copied = await live();
  await on();
  await asEditor(article.submit, { params: { id: waits }, body: { version: 1 } });
  expect([await queueOf(asEditor), await queueOf(asOther), await queueOf(asWriter)]).toEqual([0, 1, undefined]);
  await save(copied, { author: "海外部" });
  const { draft } = await get(copied);
  await asOther(article.submitDraft, { params: { id: copied }, body: { draft_version: draft?.version ?? 0 } });
  expect([await queueOf(asEditor), await queueOf(asOther)]).toEqual([0, 2]);
  await asOther(article.approve, { params: { id: waits }, body: { version: 1 } });
  expect(await queueOf(asOther)).toBe(1);
  await setSetting(db, "content.approval", "off");
  expect(await queueOf(asOther)).toBe(0);
});

test("who only marks a piece is not its author; a publisher who did not write it last may approve what they hand in", async () => {
  await on();
  const id = await add();
  await asOther(article.top, { params: { id }, body: { is_top: true } });
  const { version } = await get(id);
  await asEditor(article.submit, { params: { id }, body: { version } });
  expect(await asEditor(article.approve, { params: { id }, body: { version } })).toMatchObject({ code: 40902 });
  await asEditor(article.withdraw, { params: { id }, body: { version } });
  await asOther(article.submit, { params: { id }, body: { version } });
  expect((await asOther(article.publish, { params: { id }, body: { version } })).data.publish_status).toBe("published");
});

test("of what is public only its place, marks and end change without a second person; its category by a batch does not", async () => {
  const id = await live();
  await on();
  const { data } = await asEditor(article.top, { params: { id }, body: { is_top: true } });
  expect(data).toMatchObject({ is_top: true, publish_status: "published" });
  const category_id = (await news()).category_id as number;
  const moved = (await asEditor(article.categoryBatch, { body: { ids: [id], category_id } })).data;
  expect(moved.failed).toMatchObject([{ id, code: 40902, message: "公开的内容须经审核，请存为修改稿后提交审核" }]);
  expect((await save(id, { author: "海外部" })).data).toMatchObject({ author: null, has_draft: true });
  // Down and, unchanged, back by its undo; not by publishing again.
  const down = (await asEditor(article.offlineBatch, { body: { ids: [id] } })).data;
  expect((await asEditor(batch.undo, { params: { id: down.batch_id ?? 0 } })).data.success).toEqual([id]);
  await asEditor(article.offlineBatch, { body: { ids: [id] } });
  const { version } = await get(id);
  expect(await asEditor(article.publish, { params: { id }, body: { version } })).toMatchObject({ code: 40902 });
});

test("an undo of a batch does not bring back what somebody has not approved", async () => {
  const id = await live();
  const category_id = (await news()).category_id as number;
  const moved = (await asEditor(article.categoryBatch, { body: { ids: [id], category_id } })).data;
  await on();
  const undone = (await asEditor(batch.undo, { params: { id: moved.batch_id ?? 0 } })).data;
  expect(undone.failed).toMatchObject([{ id, code: 40902 }]);
});

test("what is scheduled has been approved: its time may change, and it goes out; back as a draft it waits again", async () => {
  await on();
  const id = await add();
  const params = { id };
  expect(
    await asEditor(article.submit, { params, body: { version: 1, publish_at: at(-1).toISOString() } }),
  ).toMatchObject(refusedAt("publish_at"));
  await asEditor(article.submit, { params, body: { version: 1, publish_at: at(5).toISOString() } });
  await asOther(article.approve, { params, body: { version: 1 } });
  const later = { version: 2, publish_at: at(9).toISOString() };
  expect((await asEditor(article.schedule, { params, body: later })).data.publish_status).toBe("scheduled");
  expect((await asEditor(article.unschedule, { params, body: { version: 3 } })).data.publish_status).toBe("draft");
  expect(await asEditor(article.schedule, { params, body: { ...later, version: 4 } })).toMatchObject({ code: 40902 });
});

test("a time that has passed while it waited is at once; another version is not approved, nor a piece that is not whole handed in", async () => {
  await on();
  const id = await add();
  const params = { id };
  await asEditor(article.submit, { params, body: { version: 1, publish_at: at(5).toISOString() } });
  work.api.setClock(at(6));
  expect(await asOther(article.approve, { params, body: { version: 2 } })).toMatchObject({ code: 40901 });
  expect((await asOther(article.approve, { params, body: { version: 1 } })).data.publish_status).toBe("published");
  work.api.resetClock();
  const part = await add({ summary: null });
  expect(await asEditor(article.submit, { params: { id: part }, body: { version: 1 } })).toMatchObject(
    refusedAt("summary"),
  );
});

test("turned off, nobody is asked and what waited is forgotten; it is talked about in the piece's comments", async () => {
  await on();
  const id = await add();
  await asEditor(article.submit, { params: { id }, body: { version: 1 } });
  const owner = { owner_type: "article", owner_id: id } as const;
  await asWriter(comment.create, { body: { ...owner, content: `@[${editor.id}] 标题可以吗` } });
  expect((await told()).at(-1)).toEqual([
    editor.id,
    "有人在资讯评论中提到您",
    expect.stringMatching(new RegExp(`^/article/news-list/news-edit\\?id=${id}&comment=\\d+$`)),
  ]);
  await setSetting(db, "content.approval", "off");
  expect(await get(id)).toMatchObject({ approval: null, can: { publish: true, submit: false, review: false } });
  expect(await asEditor(article.submit, { params: { id }, body: { version: 1 } })).toMatchObject({ code: 40902 });
  expect(await asOther(article.approve, { params: { id }, body: { version: 1 } })).toMatchObject({ code: 40902 });
  expect((await asEditor(article.publish, { params: { id }, body: { version: 1 } })).code).toBe(200);
  const rows = await db.select().from(contentApproval).where(eq(contentApproval.target_id, id));
  expect(rows.map(({ status }) => status)).toEqual(["withdrawn"]);
});
