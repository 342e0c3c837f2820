import { beforeEach, expect, test } from "vitest";
import { richTags } from "~/contract/content/rich-text";
import { album } from "~/contract/house/album";
import { estate } from "~/contract/house/estate";
import { mansion as mansionContract } from "~/contract/house/mansion";
import { room } from "~/contract/house/room";
import { media } from "~/server/database/tables/system/system";
import { sweepMedia } from "~/server/lib/media";
import { districtOf, estateFacts, givePictures } from "~/test/support/estate";
import { days } from "~/test/support/factories";
import { fieldsOf, refusedAt } from "~/test/support/refused";
import { faultsIn } from "~/test/support/rich-faults";
import { inParts, scriptPayloads } from "~/test/support/script-payloads";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, asNew, rowIn, rowsIn, updateIn, insertIn } = setUp({ connections: 10 });
let minato: number;

const { keeper, asKeeper: as } = signedIn(api, { keeper: { role: "estate_manager", name: "陈房源" } });

beforeEach(async () => {
  minato = await districtOf(db, "JP", "13103");
});

// What a caller might send, right or wrong.
const create = (body: object = {}) => as.unchecked(estate.create, { body: { ...estateFacts(minato), ...body } });
const get = async (id: number) => (await as(estate.get, { params: { id } })).data;
const update = (id: number, version: number, body: object = {}) =>
  as.unchecked(estate.update, { params: { id }, body: { ...estateFacts(minato), ...body, version } });
const logged = () => rowsIn("operationLog");
const paper = { scene: "brochure", kind: "doc", mime: "application/pdf", name: "楼书.pdf" };
const brochure = (given: Partial<Parameters<typeof make.media>[0]> = {}) =>
  make.media({ ...paper, uploader: keeper.id, created_at: days(0), ...given });

test("an estate is added as a draft with a number, an address in letters and its yields; changed; deleted; each in the log in words", async () => {
  const contact = { contact_name: "青山", phone_cc: "81", phone: "9012345678" };
  const [agent] = await insertIn("broker", { broker_no: "JJ1", name: "青山经纪", type: "company", ...contact });
  const building = await make.mansion({ name: "云汀一号楼" });
  const firstPart = { stage: "签约", percent: 10 };
  const file = await brochure();
  const { id, estate_no } = (
    await create({
      alias: ["Cloud Bay", "cloud bay"],
      broker_id: agent?.id,
      mansion_ids: [building.id],
      brochure_id: file.id,
      stations: [{ line: "山手线", station: "田町", walk_min: 9 }],
      expected_rent: "250000",
      management_fee: "20000",
      repair_fund: "10000.0",
      property_tax: "120000",
      payment_plan: [firstPart, { stage: "交房", percent: 90, note: "贷款" }],
      purchase_costs: [{ name: "登录税", rate: 2 }],
    })
  ).data;
  expect(estate_no).toBe("XF2611200001");
  const made = await get(id);
  expect(made).toMatchObject({
    audit_status: "draft",
    publish_status: "offline",
    slug: "yun-ting-wan-an-ta",
    alias: ["Cloud Bay"],
    district: "东京都 港区",
    price_min: "59800000.00",
    // 250,000 × 12 ÷ 59,800,000, and without 360,000 of fees and 120,000 of tax.
    gross_yield: 5.02,
    net_yield: 4.21,
    mansion_ids: [building.id],
    brochure: { name: "楼书.pdf" },
    version: 1,
  });
  expect(Number(made.price_min_cny)).toBeGreaterThan(0);

  const changed = {
    ...{ expected_rent: "300000", gross_yield: made.gross_yield, net_yield: 3.5, stations: [] },
    ...{ payment_plan: [{ stage: "一次性", percent: 100 }], management_fee: "20000" },
  };
  const reply = await update(id, 1, changed);
  expect(reply.data).toMatchObject({
    version: 2,
    slug: "yun-ting-wan-an-ta",
    // The one that was reckoned follows the rent; the one that was typed stays.
    gross_yield: 6.02,
    net_yield: 3.5,
    mansion_ids: [],
    brochure: null,
  });
  expect(await update(id, 1, changed)).toMatchObject({ code: 40901, data: { version: 2 } });
  expect((await update(id, 2, { ...changed, gross_yield: 6.02 })).data.version).toBe(2);
  expect((await rowIn("media", file.id)).status).toBe("removed");
  expect((await as(estate.remove, { params: { id } })).code).toBe(200);
  for (const endpoint of [estate.get, estate.remove, room.list, album.ofEstate])
    expect(await as(endpoint, { params: { id } })).toMatchObject({ code: 40400 });
  const lines = await logged();
  expect(lines.map(({ module, action, summary }) => `${module} ${action} ${summary}`)).toEqual([
    "house create 新增房源 XF2611200001 云汀·湾岸塔",
    "house update 编辑房源 XF2611200001 云汀·湾岸塔",
    "house delete 删除房源 XF2611200001 云汀·湾岸塔",
  ]);
  expect(lines[1]?.changes).toEqual(
    expect.arrayContaining([
      { field: "mansion_ids", label: "所含楼栋", before: "云汀一号楼 东京都 港区", after: null },
      { field: "payment_plan", label: "付款计划", before: "签约 10%、交房 90% 贷款", after: "一次性 100%" },
      { field: "purchase_costs", label: "购房费用", before: "登录税 2%", after: null },
      { field: "stations", label: "交通", before: "山手线 田町 步行9分", after: null },
      { field: "brochure_id", label: "楼书", before: `楼书.pdf#${file.id}`, after: null },
    ]),
  );
});

test("bad input is refused on its field", async () => {
  const watthana = await districtOf(db, "TH", "watthana");
  const abroad = await make.mansion({ country_code: "TH", district_id: watthana });
  const old = await brochure({ created_at: days(-3) });
  const picture = await brochure({ scene: "album" });
  const fixed = { dev_commission_mode: "fixed", dev_commission_currency: "JPY" };
  const cases: [object, string, RegExp][] = [
    [{ name: " " }, "name", /请输入楼盘名称/],
    [{ district_id: await districtOf(db, "JP", "13") }, "district_id", /二级或三级/],
    [{ district_id: watthana }, "district_id", /不在所选国家/],
    [{ district_id: 987654321 }, "district_id", /不能选择/],
    [{ lat: 35.6 }, "lng", /一起填写/],
    [{ sale_units: 321 }, "sale_units", /不能大于总户数/],
    [{ price_max: "1" }, "price_max", /不能小于/],
    [{ price_min: "1.50" }, "price_min", /不能有小数/],
    [{ expected_rent: "1.50" }, "expected_rent", /不能有小数/],
    [{ purchase_costs: [{ name: "印花税", amount: "1.5" }] }, "purchase_costs", /不能有小数/],
    [{ purchase_costs: [{ name: "印花税" }] }, "purchase_costs", /费率或金额之一/],
    [{ payment_plan: [{ stage: "签约", percent: 90 }] }, "payment_plan", /100%/],
    [{ ...fixed, dev_commission_value: "1.5" }, "dev_commission_value", /不能有小数/],
    [{ agent_commission_mode: "percent", agent_commission_value: "101" }, "agent_commission_value", /100%/],
    [{ settle_condition: "staged" }, "settle_stages", /100%/],
    [{ broker_id: 987654321 }, "broker_id", /不能选择/],
    [{ mansion_ids: [987654321] }, "mansion_ids", /不能选择/],
    [{ mansion_ids: [abroad.id] }, "mansion_ids", /所选国家/],
    [{ brochure_id: old.id }, "brochure_id", /重新上传/],
    [{ brochure_id: picture.id }, "brochure_id", /重新上传/],
    [{ slug: "A b" }, "slug", /小写字母/],
    [{ vr_url: "http://x.test" }, "vr_url", /https/],
  ];
  for (const [body, field, message] of cases) {
    const refused = refusedAt(field, expect.stringMatching(message));
    expect(await create(body), field).toMatchObject(refused);
  }
  expect(await logged()).toEqual([]);
});

test("a name stands once in a district, an address in letters once in all; at the same moment too", async () => {
  const first = (await create()).data;
  expect(await create({ name: "云汀 湾岸塔" })).toMatchObject({
    code: 40900,
    message: "数据已存在：同区域同名的房源 XF2611200001",
    data: { id: first.id },
  });
  const shibuya = await districtOf(db, "JP", "13113");
  const other = (await create({ district_id: shibuya })).data;
  expect((await get(other.id)).slug).toBe("yun-ting-wan-an-ta-2");
  expect(await update(other.id, 1)).toMatchObject({ code: 40900 });
  expect(await create({ name: "远帆", slug: "yun-ting-wan-an-ta" })).toMatchObject(
    refusedAt("slug", "网址别名已被房源XF2611200001使用，请换一个"),
  );
  const both = await Promise.all([create({ name: "双生塔" }), create({ name: "双生·塔" })]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 40900]);
  const alike = await Promise.all([create({ name: "海光", district_id: shibuya }), create({ name: "海光" })]);
  const slugs = await Promise.all(alike.map(async ({ data }) => (await get(data.id)).slug));
  expect(slugs.sort()).toEqual(["hai-guang", "hai-guang-2"]);
  const kana = (await create({ name: "ソラ" })).data;
  expect((await get(kana.id)).slug).toBe(kana.estate_no.toLowerCase());
  await as(estate.remove, { params: { id: first.id } });
  expect(await create({ slug: "yun-ting-wan-an-ta" })).toMatchObject({ code: 200 });
});

test("only drafts and refused ones are deleted, and only without units that somebody has", async () => {
  const remove = (id: number) => as(estate.remove, { params: { id } });
  const waiting = await make.estate({ audit_status: "pending", publish_status: "offline" });
  const online = await make.estate({ audit_status: "draft", publish_status: "online" });
  for (const { id } of [await make.estate(), waiting, online]) expect(await remove(id)).toMatchObject({ code: 40902 });
  expect(await update(waiting.id, 1)).toMatchObject({ code: 40902, message: "房源正在审核，请先撤回再修改" });
  const refused = await make.estate({ audit_status: "rejected", publish_status: "offline" });
  const { id: room_id } = await make.room({ estate_id: refused.id });
  await make.unit({ estate_id: refused.id, room_id, status: "sold", sold_by: "other" });
  await make.unit({ estate_id: refused.id, room_id, status: "held", held_by: keeper.id, held_until: days(9) });
  const message = "存在关联数据，不能删除（锁定、预留或已售的房号2）";
  expect(await remove(refused.id)).toMatchObject({ code: 40904, message });
  const building = await make.mansion();
  const { id } = (await create({ mansion_ids: [building.id] })).data;
  expect((await remove(id)).code).toBe(200);
  expect(await rowsIn("estateMansion")).toEqual([]);
});

test("an estate goes online once it is approved, placed and has a cover; off line with a reason; flags are set beside", async () => {
  const { id } = await make.estate({ audit_status: "rejected", publish_status: "offline", published_at: null });
  const publish = () => as(estate.publish, { params: { id } });
  const refused = await publish();
  expect(refused).toMatchObject({ code: 42200, message: "还不能上架，需要：审核通过、坐标、封面" });
  expect(fieldsOf(refused)).toEqual(["approved", "coords", "cover"]);
  await givePictures(db, id);
  await updateIn("estate", id, { audit_status: "approved", lat: 35.6, lng: 139.7 });
  expect((await publish()).data).toMatchObject({ publish_status: "online", version: 2, offline_reason: null });
  expect(await publish()).toMatchObject({ code: 40902 });
  const flags = { is_hot: true, is_recommend: false, sort: 5 };
  const flag = async () => (await as(estate.flag, { params: { id }, body: flags })).data;
  expect(await flag()).toMatchObject({ is_hot: true, sort: 5, version: 3 });
  expect((await flag()).version).toBe(3);
  const unpublish = (reason: string) => as(estate.unpublish, { params: { id }, body: { reason } });
  expect(await unpublish("x")).toMatchObject(refusedAt("reason"));
  const offline = { publish_status: "offline", offline_reason: "开发商暂停销售" };
  expect((await unpublish("开发商暂停销售")).data).toMatchObject(offline);
  expect(await unpublish("开发商暂停销售")).toMatchObject({ code: 40902 });
  const lines = await logged();
  expect(lines.map(({ action, summary, reason }) => [action, summary.split(" ")[0], reason])).toEqual([
    ["publish", "上架房源", null],
    ["update", "设置热门推荐", null],
    ["update", "下架房源", "开发商暂停销售"],
  ]);
});

test("who may only look is not shown what is for colleagues", async () => {
  const { id } = await make.estate();
  await updateIn("estate", id, { commission_note: "不给外人看", proposed: { developer: "不给外人看" } });
  const asContent = await asNew({ role: "content_editor" });
  const shown = (await asContent(estate.get, { params: { id } })).data;
  expect(shown).toMatchObject({ rules: null, proposed: null, developer: "云汀不动产" });
  expect(JSON.stringify(shown)).not.toContain("不给外人看");
});

test("files that estates, rooms and waiting changes show are kept, others are swept", async () => {
  const long = { created_at: days(-3), is_private: false };
  const picture = (given: object = {}) => make.media({ uploader: keeper.id, scene: "album", ...long, ...given });
  const [plan, planned, staged, nobodys] = [await picture(), await picture(), await picture(), await picture()];
  const [shown, unused] = [await brochure(long), await brochure(long)];
  const item = { media_id: staged.id, category: "exterior" as const, caption: null, sort: 0, is_cover: true };
  const { id } = await make.estate({ brochure_id: shown.id, proposed_album: [item] });
  await make.room({ estate_id: id, floor_plan_id: plan.id, proposed: { floor_plan_id: planned.id } });
  await sweepMedia(api.services);
  const left = (await db.select({ id: media.id }).from(media)).map((row) => row.id);
  for (const { id: remaining } of [plan, planned, staged, shown]) expect(left).toContain(remaining);
  for (const { id: swept } of [nobodys, unused]) expect(left).not.toContain(swept);
});

test("a merge of buildings and an estate that names one of them come one after the other", async () => {
  const one = await make.mansion({ mansion_no: "LD1", name: "甲" });
  const other = await make.mansion({ mansion_no: "LD2", name: "乙" });
  const { id } = (await create()).data;
  const [linked] = await Promise.all([
    update(id, 1, { mansion_ids: [one.id] }),
    as(mansionContract.merge, { params: { id: one.id }, body: { into_id: other.id, version: 1 } }),
  ]);
  const links = await rowsIn("estateMansion");
  const merged = await rowIn("mansion", one.id);
  expect(merged?.status).toBe("merged");
  // Either the estate came first and was moved along, or the building was no choice any more.
  expect(links).toEqual(linked.code === 200 ? [{ estate_id: id, mansion_id: other.id }] : []);
});

const readers = "SM SR CM EM CE SE CS";
whoMay(
  api,
  estate,
  {
    ...{ list: readers, options: readers, get: readers, similar: readers, create: "EM", update: "EM" },
    ...{ remove: "EM", submit: "EM", withdraw: "EM", flag: "EM", publish: "EM", unpublish: "EM" },
  },
  { "/house/estate-list": readers },
);

const descriptionOf = async (id: number) => (await rowIn("estate", id)).description;

test("texts: made safe, told in words, limited by their letters; pictures of ours stay with the estate", async () => {
  const old = { uploader: keeper.id, scene: "content", is_private: false, created_at: days(-3) };
  const picture = await make.media(old);
  await make.media(old);
  const shown = `<h2>景观</h2><p onclick="alert(1)">临<strong>海</strong></p><img data-media-id="${picture.id}" alt="外观">`;
  const { id } = (await create({ description: `${shown}<script>alert(1)</script>`, surroundings: "<p></p>" })).data;
  const remaining = `<h2>景观</h2><p>临<strong>海</strong></p><img data-media-id="${picture.id}" alt="外观" />`;
  expect(await descriptionOf(id)).toBe(remaining);
  const read = await get(id);
  expect(read.description).toContain(`src="/api/upload/media/${picture.id}/file/`);
  expect(read.surroundings).toBeNull();
  // What is read is written back: the same text, though its addresses are of today.
  expect(await update(id, 1, { description: read.description })).toMatchObject({ code: 200, data: { version: 1 } });
  await sweepMedia(api.services);
  expect((await rowsIn("media")).map((row) => row.id)).toEqual([picture.id]);

  const letters = "字".repeat(5000);
  const marked = `<p><strong>${letters}</strong></p>`;
  expect(await update(id, 1, { description: `${marked}<p>多</p>` })).toMatchObject(
    refusedAt("description", "介绍不能超过5000个字"),
  );
  expect(await update(id, 1, { description: marked })).toMatchObject({ code: 200, data: { version: 2 } });
  expect(await update(id, 2, { description: `<p>${letters}</p>` })).toMatchObject({ code: 200 });
  const changes = (await logged()).flatMap((line) => line.changes ?? []);
  expect(changes.filter(({ field }) => field === "description").slice(-2)).toEqual([
    { field: "description", label: "介绍", before: `景观\n临海\n［图片 #${picture.id}外观］`, after: letters },
    { field: "description", label: "介绍", before: letters, after: `${letters}（格式有改动）` },
  ]);
});

test("no script of a list of attempts is kept in an estate's texts, or read out of them", async () => {
  const { id } = (await create()).data;
  let version = 1;
  const faults: string[] = [];
  for (const some of inParts(scriptPayloads())) {
    const written = await update(id, version, { description: some, surroundings: `<p>前${some}后</p>` });
    expect(written.code).toBe(200);
    version = written.data.version;
    for (const html of [await descriptionOf(id), written.data.description, written.data.surroundings])
      faults.push(...faultsIn(html ?? "", richTags));
  }
  expect(faults).toEqual([]);
});
