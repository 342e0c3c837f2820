import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { estate } from "~/contract/house/estate";
import { broker } from "~/contract/system/broker";
import { broker as brokerTable } from "~/server/database/tables/system/admin";
import { message } from "~/server/database/tables/system/system";
import { jobsOf } from "~/server/jobs/jobs";
import { brokerLicense } from "~/server/jobs/system/broker-license";
import { desk } from "~/test/support/desk";
import { makeEstate } from "~/test/support/estate";
import { makeMedia, makeUser, testNow } from "~/test/support/factories";

const { db, api, keeper, asKeeper, lifeOf, logLines } = desk({ keeper: { role: "estate_manager", name: "陈房源" } });

const facts = {
  name: "佐藤健一",
  type: "individual" as const,
  contact_name: "佐藤健一",
  phone_cc: "81",
  phone: "090-1234-5678",
};
const licensed = { license_country: "JP", license_no: "东京都知事(2)第12345号", license_expire_at: "2027-03-31" };
const create = (body: object = {}) => asKeeper.unchecked(broker.create, { body: { ...facts, ...body } });
const list = async (query: object = {}) => (await asKeeper(broker.list, { query })).data.list.map(({ name }) => name);

test("a broker's picture has an address, and its number a form in which it is found", async () => {
  const picture = await makeMedia(db, { uploader: keeper.id, scene: "avatar", is_private: false });
  const { id } = (await create({ avatar_id: picture.id })).data;
  const { avatar } = (await asKeeper(broker.get, { params: { id } })).data;
  expect(avatar).toContain(`/api/upload/media/${picture.id}/`);
  expect((await db.select().from(brokerTable))[0]?.phone_e164).toBe("+819012345678");
  const body = { ...facts, languages: [], version: 1 };
  expect((await asKeeper(broker.update, { params: { id }, body })).data).toMatchObject({ avatar_id: null });
  const [, edited] = await logLines();
  expect(edited?.changes).toEqual([{ field: "avatar_id", label: "头像", before: "******", after: null }]);
});

test("a licence is of its country", async () => {
  await create(licensed);
  expect(await create({ ...licensed, license_country: "TH" })).toMatchObject({ code: 200 });
});

test("the list is narrowed by each filter and by words", async () => {
  await create({ ...licensed, license_expire_at: "2026-10-01", languages: ["ja"] });
  await create({ name: "海湾置业", type: "company", company_name: "Bay Realty", phone_cc: "66", phone: "812345678" });
  await create({ name: "城东", license_country: "TH", license_no: "TH-9", license_expire_at: "2027-01-19" });
  await create({ name: "城西", license_country: "TH", license_no: "TH-10", license_expire_at: "2027-01-20" });
  expect(await list({ type: ["company"] })).toEqual(["海湾置业"]);
  expect(await list({ country: ["TH"], sort: "name" })).toHaveLength(2);
  expect(await list({ language: ["ja", "en"] })).toEqual(["佐藤健一"]);
  expect(await list({ status: ["disabled"] })).toEqual([]);
  expect(await list({ expiring: true, sort: "license_expire_at" })).toEqual(["佐藤健一", "城东"]);
  expect(await list({ expiring: false })).toEqual(["城西", "海湾置业"]);
  expect(await list({ keyword: "bay" })).toEqual(["海湾置业"]);
  expect(await list({ keyword: "12345号" })).toEqual(["佐藤健一"]);
  expect(await list({ keyword: "81 234 5678" })).toEqual(["海湾置业"]);
  expect(await list({ keyword: "bk2611200004" })).toEqual(["城西"]);
});

test("the daily job tells the keepers once for each licence and end, of those in use", async () => {
  const { id } = (await create({ ...licensed, license_expire_at: "2027-01-19" })).data;
  await create({ name: "城西", license_country: "TH", license_no: "TH-10", license_expire_at: "2027-01-20" });
  const gone = (await create({ name: "城东", license_country: "TH", license_no: "1", license_expire_at: "2026-12-01" }))
    .data;
  await asKeeper(broker.disable, { params: { id: gone.id } });
  await makeUser(db, { role: "estate_manager", status: "resigned" });
  const at = new Date("2026-11-20T09:00:30+08:00");
  api.setClock(at);
  const jobs = jobsOf(api.services, [brokerLicense]);
  await jobs.runDue(at);
  expect(await db.select().from(message)).toMatchObject([
    {
      user_id: keeper.id,
      category: "system",
      level: "warning",
      title: "房产经纪牌照即将到期",
      content: "房产经纪【BK2611200001】佐藤健一的牌照将于2027-01-19到期，请及时更新。",
      link: `/system/broker?edit=${id}`,
    },
  ]);
  const next = new Date("2026-11-21T09:00:30+08:00");
  api.setClock(next);
  await jobs.runDue(next);
  expect(await db.select().from(message)).toHaveLength(2);
  await db.update(brokerTable).set({ license_expire_at: "2026-11-20" }).where(eq(brokerTable.id, id));
  const later = new Date("2026-11-22T09:00:30+08:00");
  api.setClock(later);
  await jobs.runDue(later);
  await jobs.stop();
  expect((await db.select().from(message)).map(({ title }) => title)).toContain("房产经纪牌照已到期");
});

test("a broker's estates are counted, lead to their list, and keep it from being deleted", async () => {
  const { id } = (await create()).data;
  const named = await makeEstate(db, { broker_id: id });
  await makeEstate(db, { broker_id: id, deleted_at: testNow.toISOString() });
  await makeEstate(db);
  expect((await asKeeper(broker.list)).data.list).toMatchObject([{ id, estate_count: 1, can: { delete: false } }]);
  const { list } = (await asKeeper(estate.list, { query: { broker_id: id } })).data;
  expect(list.map((row) => row.id)).toEqual([named.id]);
  expect(await asKeeper(broker.remove, { params: { id } })).toMatchObject({ code: 40904 });
});

lifeOf(broker, {
  by: asKeeper,
  facts: { ...facts, ...licensed, languages: ["ja", "zh"] },
  shown: {
    ...{ broker_no: "BK2611200001", phone: "9012345678", status: "enabled" },
    can: { edit: true, disable: true, enable: false },
  },
  change: { languages: ["ja"] },
  named: "房产经纪 BK2611200001 佐藤健一",
  changes: [["服务语言", "日本語、简体中文", "日本語"]],
  unique: "牌照号",
  wrong: async () => [
    [{ name: " " }, "name"],
    [{ type: "other" }, "type"],
    [{ license_country: null }, "license_country"],
    [{ license_country: "XX" }, "license_country"],
    [{ license_expire_at: "2027-02-30" }, "license_expire_at"],
    [{ phone: "12" }, "phone"],
    [{ phone_cc: "0" }, "phone_cc"],
    [{ email: "nobody" }, "email"],
    [{ languages: ["fr"] }, "languages"],
    [{ service_district_ids: [987654321] }, "service_district_ids"],
    [{ avatar_id: (await makeMedia(db, { uploader: keeper.id, scene: "tracking" })).id }, "avatar_id"],
    [{ intro: "长".repeat(1001) }, "intro"],
  ],
  roles: { all: "EM" },
  pages: { "/system/broker": "EM" },
});
