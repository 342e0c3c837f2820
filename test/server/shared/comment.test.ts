import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { comment, editMinutes, mentionOf } from "~/contract/shared/comment";
import { message, operationLog, comment as table } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import { days, makeCustomer, makeInquiry, makeUser, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowsIn, updateIn } = rowsOf(db);
const api = testApi(db, { now: testNow });
const { lin, zhou, manager, asLin, asZhou, asManager, asFar } = signedIn(api, {
  lin: { role: "sales", name: "林顾问", team: "一组" },
  zhou: { role: "sales", name: "周顾问", team: "一组" },
  manager: { role: "sales_manager", name: "许主管", team: "一组", wecom_userid: "xu" },
  far: { role: "sales", name: "吴远", team: "二组" },
});
let id = 0;
beforeEach(async () => {
  id = (await makeCustomer(db, { name: "陈海", customer_no: "KH1", owner_id: lin.id })).id;
});

const about = () => ({ owner_type: "customer", owner_id: id }) as const;
const say = (as: As, content: string, owner: object = {}) =>
  as(comment.create, { body: { ...about(), ...owner, content } });
const change = (as: As, id: number, content: string) => as(comment.update, { params: { id }, body: { content } });
const remove = (as: As, id: number) => as(comment.remove, { params: { id } });
const listed = async (as: As, query: object = {}) => (await as(comment.list, { query: { ...about(), ...query } })).data;
const mentions = () => rowsIn("message", eq(message.category, "mention"));
const later = (minutes: number) => api.setClock(new Date(testNow.getTime() + minutes * 60_000));

describe("a comment", () => {
  test("is written, read by whoever sees the record, changed and taken back by its author", async () => {
    const first = await say(asLin, "客户想看海景房");
    expect(first).toMatchObject({ code: 200, data: { author: { name: "林顾问" }, can: { edit: true, delete: true } } });
    await say(asManager, "周末带看");
    expect(await listed(asManager)).toMatchObject({
      ...{ total: 2, has_more: false, can: { create: true } },
      list: [
        { content: "周末带看", can: { edit: true } },
        { content: "客户想看海景房", can: { edit: false, delete: false }, edited_at: null },
      ],
    });
    later(5);
    const edited = { content: "客户想看江景房", edited_at: "2026-11-20T12:05:00.000+08:00" };
    expect((await change(asLin, first.data.id, edited.content)).data).toMatchObject(edited);
    expect((await remove(asLin, first.data.id)).code).toBe(200);
    expect((await listed(asLin)).list.map(({ content }) => content)).toEqual(["周末带看"]);
    const lines = await rowsIn("operationLog", eq(operationLog.target_id, first.data.id));
    expect(lines.map(({ action, summary, target_type, module }) => [module, action, target_type, summary])).toEqual([
      ["customer", "create", "comment", "评论客户【KH1】陈海"],
      ["customer", "update", "comment", "编辑评论客户【KH1】陈海"],
      ["customer", "delete", "comment", "删除评论客户【KH1】陈海"],
    ]);
    expect(lines[1]?.changes).toEqual([
      { field: "content", label: "评论", before: "客户想看海景房", after: "客户想看江景房" },
    ]);
  });

  test("that has waited for the network is of when it was written, and its quarter of an hour as well", async () => {
    const body = { ...about(), content: "样板房的隔音一般" };
    const { data } = await asLin(comment.create, { body, age: 600 });
    expect(data).toMatchObject({ created_at: days(-10 / 1440), can: { edit: true } });
    later(6);
    expect((await change(asLin, data.id, "样板房的隔音很好")).code).toBe(40902);
  });

  test("is its author's to change, for a quarter of an hour", async () => {
    const { id: own } = (await say(asLin, "一")).data;
    later(editMinutes);
    for (const reply of [await change(asLin, own, "二"), await remove(asLin, own)]) expect(reply.code).toBe(40902);
    expect((await listed(asLin)).list).toMatchObject([{ content: "一", can: { edit: false, delete: false } }]);
  });

  test("is refused when it says nothing; it is not read out of sight, nor offered in the recycle bin", async () => {
    expect(await asFar(comment.list, { query: about() })).toMatchObject({ code: 40301 });
    const eleven = Array.from({ length: 11 }, (_, n) => mentionOf(n + 1)).join("");
    for (const content of ["", "   ", "长".repeat(1001), eleven])
      expect(await say(asLin, content)).toMatchObject(refusedAt("content"));
    expect(await say(asLin, "看看", { owner_type: "unit" })).toMatchObject({ code: 42200 });
    const gone = await makeCustomer(db, { last_owner_id: lin.id, deleted_at: days(-1), pool_at: null });
    expect(await listed(asManager, { owner_id: gone.id })).toMatchObject({ list: [], can: { create: false } });
  });

  test("of an estate is for whoever sees estates", async () => {
    const { id: owner_id, estate_no } = await makeEstate(db, { name: "云汀·一号" });
    const owner = { owner_type: "estate", owner_id } as const;
    expect(await say(asFar, `${mentionOf(lin.id)} 这个盘还有两房吗`, owner)).toMatchObject({ code: 200 });
    expect((await asLin(comment.list, { query: owner })).data.total).toBe(1);
    expect(await mentions()).toMatchObject([
      {
        ...{ user_id: lin.id, title: "有人在楼盘评论中提到您", link_id: owner_id },
        content: `吴远在楼盘【${estate_no}】云汀·一号的评论中提到您：@林顾问 这个盘还有两房吗`,
      },
    ]);
    const nobody = await api.as((await makeUser(db, { permissions: ["customer:info:view"] })).id);
    expect(await nobody(comment.list, { query: owner })).toMatchObject({ code: 40301 });
  });

  test("of an inquiry is for whoever sees it, and goes with it", async () => {
    const { id: owner_id, inquiry_no } = await makeInquiry(db, { name: "王女士", assignee_id: lin.id });
    const owner = { owner_type: "inquiry", owner_id } as const;
    expect(await say(asManager, `${mentionOf(lin.id)} 请今天联系`, owner)).toMatchObject({ code: 200 });
    expect(await mentions()).toMatchObject([
      {
        ...{ user_id: lin.id, title: "有人在询盘评论中提到您", link_id: owner_id },
        content: `许主管在房源询盘【${inquiry_no}】的评论中提到您：@林顾问 请今天联系`,
      },
    ]);
    expect(await asFar(comment.list, { query: owner })).toMatchObject({ code: 40301 });
    expect((await say(asManager, `${mentionOf(zhou.id)} 看看`, owner)).code).toBe(42200);
    await updateIn("inquiry", owner_id, { deleted_at: days(0) });
    expect(await asLin(comment.list, { query: owner })).toMatchObject({ code: 40400 });
  });

  test("comes thirty at a time, and as far back as a message points", async () => {
    const at = { created_at: days(0), updated_at: days(0), created_by: lin.id };
    const rows = Array.from({ length: 70 }, (_, n) => ({ ...about(), ...at, content: `第${n}条` }));
    const ids = (await db.insert(table).values(rows).returning()).map((row) => row.id);
    const first = await listed(asLin);
    expect(first).toMatchObject({ total: 70, has_more: true });
    expect(first.list.map((row) => row.id)).toEqual(ids.slice(40).reverse());
    const second = await listed(asLin, { before: first.list.at(-1)?.id });
    expect(second.list.map((row) => row.id)).toEqual(ids.slice(10, 40).reverse());
    expect(await listed(asLin, { before: second.list.at(-1)?.id })).toMatchObject({ has_more: false });
    expect((await listed(asLin, { upto: ids[5] })).list.at(-1)?.id).toBe(ids[5]);
  });
});

describe("a mention", () => {
  test("tells each once, also by WeCom without a name in the title, and never oneself", async () => {
    const content = `${mentionOf(manager.id)} ${mentionOf(lin.id)} 请看一下 ${mentionOf(manager.id)}`;
    const said = (await say(asLin, content)).data;
    expect(said.mentions).toEqual([
      { id: manager.id, name: "许主管" },
      { id: lin.id, name: "林顾问" },
    ]);
    const link = `/customer/editCustomerInfo/${id}?tab=comments&comment=${said.id}`;
    expect(await mentions()).toMatchObject([
      {
        ...{ user_id: manager.id, title: "有人在客户评论中提到您", link, link_id: id, read_at: null },
        content: "林顾问在客户【KH1】陈海的评论中提到您：@许主管 @林顾问 请看一下 @许主管",
      },
    ]);
    expect(await rowsIn("outbox")).toMatchObject([
      { event: "message.wecom", payload: { title: "有人在客户评论中提到您", link, category: "mention" } },
    ]);
    for (const [text, count] of [
      [`${mentionOf(manager.id)} 请今天看`, 1],
      ["不用看了", 0],
      [`还是请看 ${mentionOf(manager.id)}`, 1],
    ] as const) {
      await change(asLin, said.id, text);
      expect(await mentions()).toHaveLength(count);
    }
    await remove(asLin, said.id);
    expect(await mentions()).toEqual([]);
  });

  test("is drawn by the present name", async () => {
    await say(asLin, `${mentionOf(manager.id)} 请看`);
    await updateIn("user", manager.id, { name: "许总监" });
    expect((await listed(asLin)).list[0]?.mentions).toEqual([{ id: manager.id, name: "许总监" }]);
  });

  test("is of people who may read the record: they are offered, others refused", async () => {
    const admin = await makeUser(db, { role: "super_admin", name: "管理员" });
    await makeUser(db, { role: "super_admin", name: "离职者", status: "resigned" });
    const offered = async (as: As, query: object = {}) =>
      (await as(comment.mentionable, { query: { ...about(), ...query } })).data.map(({ name }) => name);
    // The user's own team first; a seller sees only what is theirs.
    expect(await offered(asLin)).toEqual(["许主管", "管理员"]);
    expect(await offered(asLin, { keyword: "管理" })).toEqual(["管理员"]);
    expect(await offered(asManager)).toEqual(["林顾问", "管理员"]);
    const pool = await makeCustomer(db);
    expect(await offered(asFar, { owner_id: pool.id })).toEqual(expect.arrayContaining(["林顾问", "周顾问", "许主管"]));
    expect(await asZhou(comment.mentionable, { query: about() })).toMatchObject({ code: 40301 });
    const refused = refusedAt("content", "提及的同事无权查看该记录");
    for (const stranger of [zhou.id, 999_999])
      expect(await say(asLin, `${mentionOf(stranger)} 看看`)).toMatchObject(refused);
    const { id: said } = (await say(asLin, `${mentionOf(admin.id)} 看看`)).data;
    await updateIn("user", admin.id, { status: "disabled" });
    // An earlier mention may stay.
    expect((await change(asLin, said, `${mentionOf(admin.id)} 请看看`)).code).toBe(200);
  });
});

whoMay(api, comment, { all: "any" });
