import { expect, test } from "vitest";
import { user } from "~/contract/personal/user";
import { option } from "~/contract/shared/option";
import { desk } from "~/test/support/desk";
import { days, makeCustomer, makeTeam, makeUser } from "~/test/support/factories";
import type { As } from "~/test/support/signed-in";

const { db, api, sales, asSales, whoMay } = desk({ sales: { role: "sales", name: "本人" } });

const offered = async (as: As, scene: "customers" | "users" | "districts", query: object = {}) =>
  (await as(option.community, { query: { scenes: [scene], ...query } })).data[scene] ?? [];
const values = async (...given: Parameters<typeof offered>) => (await offered(...given)).map(({ value }) => value);

test("customers are found by name or number among those that one sees, at most fifty", async () => {
  const own = await makeCustomer(db, { name: "陈海", owner_id: sales.id });
  const pooled = await makeCustomer(db, { name: "陈山" });
  await makeCustomer(db, { name: "陈别人", owner_id: (await makeUser(db)).id });
  await makeCustomer(db, { name: "陈回收", last_owner_id: sales.id, deleted_at: days(0) });
  expect(await values(asSales, "customers", { keyword: "陈" })).toEqual([pooled.id, own.id]);
  expect(await offered(asSales, "customers", { keyword: own.customer_no })).toEqual([
    { value: own.id, label: `陈海 ${own.customer_no}` },
  ]);
  for (let n = 0; n < 51; n++) await makeCustomer(db, { name: `王${n}`, owner_id: sales.id });
  expect(await values(asSales, "customers", { keyword: "王" })).toHaveLength(50);
});

test("of a chosen customer out of one's sight only the number is told", async () => {
  const foreign = await makeCustomer(db, { name: "陈别人", owner_id: (await makeUser(db)).id });
  expect(await offered(asSales, "customers", { ids: [foreign.id] })).toEqual([
    { value: foreign.id, label: foreign.customer_no, disabled: true },
  ]);
});

test("people who are gone are named, but not offered", async () => {
  const gone = await makeUser(db, { name: "陆离开", deleted_at: days(0) });
  expect(await offered(asSales, "users", { keyword: "陆" })).toEqual([]);
  expect(await offered(asSales, "users", { ids: [gone.id] })).toEqual([
    { value: gone.id, label: "陆离开", disabled: true },
  ]);
});

test("colleagues in scope are those to whom one may give customers", async () => {
  const team = await makeTeam(db);
  const below = await makeTeam(db, { parent_id: team.id });
  const manager = await makeUser(db, { role: "sales_manager", team_id: team.id });
  const seller = await makeUser(db, { role: "sales", team_id: below.id });
  const stranger = await makeUser(db, { role: "sales" });
  await makeUser(db, { role: "sales", team_id: below.id, status: "resigned" });
  const found = async (userId: number, query: object) => {
    const { data } = await (await api.as(userId))(user.options, { query });
    return data.map(({ id }) => id).sort((a, b) => a - b);
  };
  expect(await found(manager.id, { in_scope: true })).toEqual([manager.id, seller.id]);
  expect(await found(manager.id, {})).toEqual([sales.id, manager.id, seller.id, stranger.id]);
  expect(await found(seller.id, { in_scope: true })).toEqual([seller.id]);
});

whoMay(option, { community: "any" });
