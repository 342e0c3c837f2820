import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { team } from "~/contract/system/team";
import { user } from "~/server/database/tables/system/system";
import { desk } from "~/test/support/desk";
import { makeTeam, makeUser } from "~/test/support/factories";

const { db, admin, asAdmin, lifeOf, logLines } = desk({ admin: { role: "super_admin", name: "赵管理" } });

const bodyOf = (name: string, parent_id: number | null = null) =>
  ({ name, parent_id, leader_id: null, sort: 100, status: "enabled" }) as const;
async function create(name: string, parent_id: number | null = null): Promise<number> {
  const made = await asAdmin(team.create, { body: bodyOf(name, parent_id) });
  expect(made.code).toBe(200);
  return made.data.id;
}

test("teams stand below each other in their order, with the people of those below", async () => {
  const east = await create("华东");
  const group = await create("一组", east);
  await create("二组", east);
  const north = await create("华北");
  await asAdmin(team.update, {
    params: { id: north },
    body: { ...bodyOf("华北"), leader_id: admin.id, sort: 1, version: 1 },
  });
  for (const team_id of [east, group, group]) await makeUser(db, { team_id });
  await makeUser(db, { team_id: group, status: "resigned" });
  const { data } = await asAdmin(team.list);
  expect(
    data.list.map(({ name, depth, member_count, total_count }) => [name, depth, member_count, total_count]),
  ).toEqual([
    ["华北", 0, 0, 0],
    ["华东", 0, 1, 3],
    ["一组", 1, 2, 2],
    ["二组", 1, 0, 0],
  ]);
  expect((await logLines()).at(-1)?.changes[0]).toMatchObject({ label: "负责人", before: null, after: "赵管理" });
});

test("a team stands neither below itself nor a fifth deep, and bears a name of its own", async () => {
  const ids = [await create("一级")];
  for (const name of ["二级", "三级", "四级"]) ids.push(await create(name, ids.at(-1)));
  const [first = 0, , , fourth = 0] = ids;
  const wrong = async (id: number, name: string, parent_id: number) =>
    (await asAdmin(team.update, { params: { id }, body: { ...bodyOf(name, parent_id), version: 1 } })).data;
  const complaint = (message: string) => ({ errors: [{ field: "parent_id", message }] });
  expect((await asAdmin(team.create, { body: bodyOf("五级", fourth) })).data).toMatchObject(complaint("团队最多4级"));
  expect(await wrong(first, "一级", fourth)).toMatchObject(complaint("上级团队不能是自己或自己的下级"));
  expect(await wrong(first, "一级", first)).toMatchObject(complaint("上级团队不能是自己或自己的下级"));
  // With the three levels below it, it would be too deep.
  const root = await create("新一级");
  expect(await wrong(first, "一级", root)).toMatchObject(complaint("团队最多4级"));
  expect(await asAdmin(team.create, { body: bodyOf("二级", first) })).toMatchObject({ code: 40900 });
});

test("a team is deleted once nobody and nothing belongs to it", async () => {
  const parent = await makeTeam(db);
  const child = await makeTeam(db, { parent_id: parent.id });
  const member = await makeUser(db, { team_id: child.id });
  const remove = (id: number) => asAdmin(team.remove, { params: { id } });
  expect(await remove(parent.id)).toMatchObject({ code: 40904, message: expect.stringContaining("下级团队1个") });
  expect(await remove(child.id)).toMatchObject({ code: 40904, message: expect.stringContaining("员工1人") });
  await db.update(user).set({ team_id: parent.id }).where(eq(user.id, member.id));
  expect(await remove(child.id)).toMatchObject({ code: 200 });
});

lifeOf(team, {
  by: asAdmin,
  facts: { name: "华东", sort: 100 },
  shown: { depth: 0, status: "enabled" },
  change: { sort: 1 },
  named: "团队：华东",
  changes: [["排序", "100", "1"]],
  unique: "团队名称",
  wrong: [
    [{ name: "" }, "name"],
    [{ leader_id: 987_654 }, "leader_id"],
  ],
  roles: { all: "SA" },
});
