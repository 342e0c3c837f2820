import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { category } from "~/contract/article/category";
import { tag } from "~/contract/article/tag";
import type { Endpoint } from "~/contract/endpoint";
import { seoKeyword } from "~/contract/seo/keyword";
import { seoTag } from "~/contract/seo/tag";
import { optionEntry } from "~/contract/system/option-entry";
import { role } from "~/contract/system/role";
import { staff } from "~/contract/system/staff";
import { team } from "~/contract/system/team";
import { webhook } from "~/contract/system/webhook";
import { articleTag } from "~/server/database/tables/article/article";
import { role as roles } from "~/server/database/tables/system/system";
import { desk } from "~/test/support/desk";

const { db, asAdmin } = desk({ admin: { role: "super_admin" } });

const add = <E extends Endpoint>(endpoint: E, body: object) => asAdmin.unchecked(endpoint, { body });
const hook = {
  provider: "custom",
  url: "https://hooks.example.com/x",
  secret: "0123456789abcdef",
  events: ["clue.created"],
};
const seo = { type: "feature", index_flag: true, sort: 100, filter: { country: ["JP"] } };
let codes = 0;
const codeOf = () => `code_${"abcdefgh"[codes++]}`;

test.each<[string, Endpoint, (name: string) => object]>([
  ["tags of articles", tag.create, (name) => ({ name })],
  ["categories", category.create, (name) => ({ name })],
  ["tags of SEO", seoTag.create, (name) => ({ name, ...seo })],
  ["keywords", seoKeyword.create, (word) => ({ word, intent: "region" })],
  ["entries of the dictionary", optionEntry.create, (label) => ({ scene: "customer_tag", label, value: codeOf() })],
  ["teams", team.create, (name) => ({ name })],
  ["roles", role.create, (name) => ({ name, code: codeOf(), data_scope: "self", permissions: [] })],
  ["webhooks", webhook.create, (name) => ({ name, ...hook })],
])("names of %s are alike in whatever width, case and hidden letters", async (_, endpoint, bodyOf) => {
  expect(await add(endpoint, bodyOf("Bay 湾岸"))).toMatchObject({ code: 200 });
  for (const alike of ["ＢＡＹ 湾岸", "bay 湾岸\u200B", "\u202ABay\u3000湾岸\u202C"])
    expect((await add(endpoint, bodyOf(alike))).code, alike).toBe(40900);
  expect((await add(endpoint, bodyOf("Bay 湾岸2"))).code).toBe(200);
});

test("an e-mail is one in whatever width and case", async () => {
  const [{ id } = { id: 0 }] = await db.select().from(roles).where(eq(roles.code, "sales"));
  const { data } = await add(team.create, { name: "一组" });
  const person = (email: string) => add(staff.create, { name: "钱新人", email, role_ids: [id], team_id: data.id });
  expect((await person("qian@demo.test")).code).toBe(200);
  for (const email of ["ｑｉａｎ＠demo.test", "QIAN@demo.test\u200B"])
    expect((await person(email)).code, email).toBe(40900);
});

test("two that were alike before stay, and each is edited in its other fields", async () => {
  const [first, second] = [await add(tag.create, { name: "热点" }), await add(tag.create, { name: "别的" })];
  await db.update(articleTag).set({ name: "热点\u200B" }).where(eq(articleTag.id, second.data.id));
  for (const { data } of [first, second]) {
    const { name, version } = (await asAdmin(tag.get, { params: { id: data.id } })).data;
    const edited = await asAdmin(tag.update, {
      params: { id: data.id },
      body: { name, color: "red", sort: 1, version },
    });
    expect(edited).toMatchObject({ code: 200, data: { name, color: "red" } });
  }
  const { data } = await add(tag.create, { name: "第三" });
  const renamed = { name: "热点", color: "red" as const, sort: 1, version: 1 };
  expect((await asAdmin(tag.update, { params: { id: data.id }, body: renamed })).code).toBe(40900);
});
