import { count } from "drizzle-orm";
import { expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { type Input, isKeyed } from "~/contract/endpoint";
import { schedule } from "~/contract/schedule/schedule";
import { broker } from "~/contract/system/broker";
import { role } from "~/contract/system/role";
import { staff } from "~/contract/system/staff";
import { customer as customerTable } from "~/server/database/tables/customer/customer";
import { broker as brokerTable } from "~/server/database/tables/system/admin";
import { idempotency, user } from "~/server/database/tables/system/system";
import { jobsOf, standingJobs } from "~/server/jobs/jobs";
import { logCleanup } from "~/server/jobs/system/log-cleanup";
import { served } from "~/server/resources/areas";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { desk } from "~/test/support/desk";
import { makeTeam, testNow } from "~/test/support/factories";
import { formOf } from "~/test/support/writers";

const { db, api, admin, asAdmin, asKeeper, asSales, logLines } = desk(
  {
    admin: { role: "super_admin" },
    keeper: { role: "estate_manager" },
    sales: { role: "sales" },
  },
  4,
);
/** Another node on the same database. */
const other = testApi(testDatabase(4).db, { now: testNow });

const key = "form-0001";
const contact = { contact_name: "佐藤健一", phone_cc: "81", phone: "090-1234-5678" };
// What is left out is null by the contract, whose input type asks for every name.
const body = { name: "佐藤健一", type: "individual", ...contact } as Input<typeof broker.create>["body"];
const visit = { title: "回访", type: "call", start_at: "2026-11-21T15:00:00+08:00" };
const countOf = async (table: typeof brokerTable | typeof customerTable | typeof idempotency | typeof user) =>
  (await db.select({ n: count() }).from(table))[0]?.n;

test("a form that is sent twice makes one row, one line in the log, and gets the same answer, which the database keeps sealed", async () => {
  const first = await asKeeper(broker.create, { key, body });
  const again = await asKeeper(broker.create, { key, body });
  expect(first.code).toBe(200);
  expect([again.status, again.code, again.data]).toEqual([first.status, first.code, first.data]);
  expect(await countOf(brokerTable)).toBe(1);
  expect(await logLines()).toHaveLength(1);
  const saved = JSON.stringify(await db.select().from(idempotency));
  expect(saved).not.toMatch(/佐藤|1234|"id":/);
});

test("the same key with another content is refused; so it is with another query", async () => {
  await asKeeper(broker.create, { key, body });
  expect(await asKeeper(broker.create, { key, body: { ...body, name: "云汀" } })).toMatchObject({
    status: 409,
    code: 40907,
    message: "请求编号已用于其他内容",
  });
  expect((await asKeeper.unchecked(broker.create, { key, query: { page: 2 }, body })).code).toBe(40907);
  expect(await countOf(brokerTable)).toBe(1);
});

test("of many at once, at two nodes, one makes the row and the others wait for its answer", async () => {
  const token = await api.tokenOf(admin.id);
  const nodes = [api, other, api, other, api, other];
  const replies = await Promise.all(nodes.map((node) => node.send(broker.create, { key, body }, token)));
  expect(new Set(replies.map(({ code, data }) => JSON.stringify([code, data])))).toEqual(
    new Set([JSON.stringify([200, replies[0]?.data])]),
  );
  expect(await countOf(brokerTable)).toBe(1);
});

test("a key is its user's and its endpoint's alone; without one, sending twice makes two", async () => {
  await asKeeper(broker.create, { key, body });
  await asAdmin(broker.create, { key, body: { ...body, name: "云汀" } });
  expect(await countOf(brokerTable)).toBe(2);
  const roles = (await asAdmin(role.list, {})).data.list;
  const copies = await Promise.all(
    roles
      .slice(1, 3)
      .map(({ id }, index) =>
        asAdmin(role.copy, { key, params: { id }, body: { name: `岗位副本${index}`, code: `copy_${"ab"[index]}` } }),
      ),
  );
  expect(copies.map(({ code }) => code)).toEqual([200, 200]);
  await asKeeper(broker.create, { body });
  await asKeeper(broker.create, { body });
  expect(await countOf(brokerTable)).toBe(4);
});

test("a refusal leaves no key: the corrected form may carry it", async () => {
  await asSales(customer.create, { body: formOf("13812345678") });
  expect((await asSales(customer.create, { key, body: formOf("13812345678") })).code).toBe(40910);
  expect((await asSales(customer.create, { key, body: formOf("1") })).code).toBe(42200);
  expect(await countOf(idempotency)).toBe(0);
  expect((await asSales(customer.create, { key, body: formOf("13812345679") })).code).toBe(200);
  expect(await countOf(customerTable)).toBe(2);
});

test.each(["", "1234567", "x".repeat(65)])("the key %j is too short or too long", async (bad) => {
  expect(await asKeeper(broker.create, { key: bad, body })).toMatchObject({
    code: 42200,
    data: { errors: [{ field: "Idempotency-Key", label: "请求编号", message: "须为8–64个字符" }] },
  });
  expect(await countOf(brokerTable)).toBe(0);
});

test("a key is forgotten after a day, one of what may wait for the network after thirty", async () => {
  await asKeeper(broker.create, { key, body });
  await asSales.unchecked(schedule.create, { key, body: visit });
  const jobs = jobsOf(
    api.services,
    standingJobs.filter((one) => one === logCleanup),
  );
  const later = (hours: number) => new Date(testNow.getTime() + hours * 3_600_000);
  for (const [hours, left] of [
    [20, 2],
    [44, 1],
    [29 * 24, 1],
    [31 * 24, 0],
  ] as const) {
    api.setClock(later(hours));
    await jobs.runDue(later(hours));
    expect(await countOf(idempotency)).toBe(left);
  }
  await jobs.stop();
});

test("what may wait for the network is done once, whatever its method", async () => {
  const { data } = await asSales.unchecked(schedule.create, { key, body: visit });
  const done = { params: { id: data.id }, body: { action: "done", result: "已回访" } };
  const [first, again] = [
    await asSales.unchecked(schedule.done, { key, ...done }),
    await asSales.unchecked(schedule.done, { key, ...done }),
  ];
  expect([first.code, again.code, again.data]).toEqual([200, 200, first.data]);
  expect((await asSales.unchecked(schedule.done, done)).code).toBe(40902);
});

test.each([
  [schedule.create, "1.5", "须为整秒数"],
  [schedule.create, "", "须为整秒数"],
  [broker.create, 60, "该请求不能离线保存"],
])(
  "%#: how long ago it was written is a whole number of seconds, of what may wait alone",
  async (one, age, message) => {
    const given = one === broker.create ? body : visit;
    expect(await asAdmin.unchecked(one, { age, body: given })).toMatchObject({
      code: 42200,
      data: { errors: [{ field: "X-Written-Ago", label: "写下时间", message }] },
    });
  },
);

test("a write that opens its own transaction keeps its key as well: the first password is in both answers", async () => {
  const roles = (await asAdmin(role.list, {})).data.list;
  const { id: team_id } = await makeTeam(db, { name: "北京" });
  const role_ids = roles.filter(({ code }) => code === "sales").map(({ id }) => id);
  const person = { name: "王芳", email: "wang@test.local", team_id, role_ids, password: null };
  const before = (await countOf(user)) ?? 0;
  const send = () => asAdmin.unchecked(staff.create, { key, body: person });
  const [first, again] = [await send(), await send()];
  expect(first.code).toBe(200);
  expect(again.data).toEqual(first.data);
  expect(await countOf(user)).toBe(before + 1);
});

test("every POST is keyed, or a read, a file, public, or says why not; the document names the header", async () => {
  const posts = served.map(({ endpoint }) => endpoint).filter(({ method }) => method === "POST");
  const unkeyed = posts.filter((one) => !isKeyed(one) && one.permission !== "public" && !one.bytes);
  expect(unkeyed.map(({ path }) => path.replace("/api/", "")).sort()).toEqual([
    ..."auth/logout clue/check clue/statement/compare/columns clue/statement/preview content/media/fetch".split(" "),
    "currency/refresh",
    ..."customer/information/check inquiry/chat/{id}/messages notification/estimate notification/{id}/test".split(" "),
    ..."resource/carousel/check resource/home-section/preview seo/topic-desc/preview seo/topic-desc/resolve".split(" "),
    ..."seo/topic-title/preview seo/topic-title/resolve share/preview system/engine/test system/mail/test".split(" "),
    ..."system/webhook/{id}/logs/{log_id}/again system/webhook/{id}/test system/wecom/preview system/wecom/test".split(
      " ",
    ),
    ..."upload/complete upload/token user/binding/sso user/binding/wecom user/key user/view/count".split(" "),
  ]);
  const token = await api.tokenOf(admin.id);
  const document = await api.app.request("/api/openapi.json", { headers: { authorization: `Bearer ${token}` } });
  const { paths }: { paths: Record<string, { post?: { parameters: { name: string }[] } }> } = await document.json();
  for (const one of posts)
    expect([one.line, paths[one.path]?.post?.parameters.some(({ name }) => name === "Idempotency-Key")]).toEqual([
      one.line,
      isKeyed(one),
    ]);
});
