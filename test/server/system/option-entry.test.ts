import { and, eq, ne } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { option } from "~/contract/shared/option";
import { optionEntry } from "~/contract/system/option-entry";
import { option as optionTable } from "~/server/database/tables/system/system";
import { desk } from "~/test/support/desk";
import { makeCustomer } from "~/test/support/factories";

const { db, asAdmin, whoMay, logLines } = desk({ admin: { role: "super_admin" } });

// The dictionary is kept between tests: what they add is removed.
afterEach(async () => {
  await db.delete(optionTable).where(and(ne(optionTable.created_by, 0), eq(optionTable.scene, "customer_tag")));
});

const create = (body: object) => asAdmin.unchecked(optionEntry.create, { body: { scene: "customer_tag", ...body } });
const offered = async () =>
  (await asAdmin(option.community, { query: { scenes: ["customer_tag"] } })).data.customer_tag;

test("an entry is made, offered at once, renamed, disabled and removed", async () => {
  const { data } = await create({ label: "看海房", color: "cyan", sort: 5 });
  expect((await offered())?.[0]).toEqual({ value: "kan_hai_fang", label: "看海房", color: "cyan" });
  const body = { label: "海景房", color: null, sort: 500, status: "disabled" as const };
  const changed = await asAdmin(optionEntry.update, { params: { id: data.id }, body });
  expect(changed.data).toMatchObject({ value: "kan_hai_fang", label: "海景房", status: "disabled" });
  expect((await offered())?.at(-1)).toMatchObject({ label: "海景房", disabled: true });
  const page = await asAdmin(optionEntry.list, { query: { scene: ["customer_tag"], keyword: "海景" } });
  expect(page.data.list).toMatchObject([{ id: data.id, can: { edit: true, delete: true } }]);
  expect((await asAdmin(optionEntry.remove, { params: { id: data.id } })).code).toBe(200);
  expect((await asAdmin(optionEntry.get, { params: { id: data.id } })).code).toBe(40400);
  const lines = await logLines();
  expect(lines.map(({ action, summary }) => [action, summary])).toEqual([
    ["create", "新增字典项：客户标签 看海房"],
    ["update", "编辑字典项：客户标签 看海房"],
    ["delete", "删除字典项：客户标签 海景房"],
  ]);
  expect(lines[1]?.changes).toMatchObject([
    { label: "名称", before: "看海房", after: "海景房" },
    { label: "颜色", before: "青色", after: null },
    { label: "排序", before: "5", after: "500" },
    { label: "状态", before: "启用", after: "停用" },
  ]);
});

test("one that records hold, or that came with the system, is not removed", async () => {
  const { data } = await create({ label: "老同事", value: "old_colleague" });
  await makeCustomer(db, { tags: ["old_colleague"] });
  expect((await asAdmin(optionEntry.get, { params: { id: data.id } })).data).toMatchObject({ usage: 1 });
  const refused = await asAdmin(optionEntry.remove, { params: { id: data.id } });
  expect(refused).toMatchObject({ code: 40904, message: "存在关联数据，不能删除（1条记录使用中，可停用）" });
  const [builtin] = (await asAdmin(optionEntry.list, { query: { scene: ["customer_source"] } })).data.list;
  expect(builtin?.can.delete).toBe(false);
  expect((await asAdmin(optionEntry.remove, { params: { id: builtin?.id ?? 0 } })).code).toBe(40904);
});

test("names and codes are one's own within a scene; two of one sound get two codes", async () => {
  await create({ label: "湖景" });
  expect(await create({ label: "湖景" })).toMatchObject({ code: 40900, message: "数据已存在：名称" });
  expect(await create({ label: "别的", value: "hu_jing" })).toMatchObject({ code: 40900, message: "数据已存在：编码" });
  await create({ label: "护景" });
  expect((await offered())?.map(({ value }) => value)).toContain("hu_jing_2");
});

test.each([
  [{ label: "" }, "label"],
  [{ label: "甲", value: "Not-A-Code" }, "value"],
  [{ label: "甲", color: "pink" }, "color"],
  [{ label: "甲", sort: 10000 }, "sort"],
  [{ label: "甲", scene: "users" }, "scene"],
])("what does not fit is refused at its field: %j", async (body, field) => {
  const refused = await create(body);
  expect(refused.data).toMatchObject({ errors: [{ field }] });
});

whoMay(optionEntry, { all: "SA" });
