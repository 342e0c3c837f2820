import { asc, eq, sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { role, team, user } from "~/server/database/tables/system/system";
import { latinOf } from "../shared/names";
import type { Random } from "../shared/random";
import { drawn, momentSql } from "../shared/rows";
import type { DemoAccount, Staff, Writing } from "../terms";
import { userAgent } from "./operations";

export const teams: readonly string[] = ["华东", "华南", "华北", "日本", "渠道", "内容"];

/** When one seller left, and their customers went to the pool. */
export const resignedDaysAgo = 60;

/** One role in addition to the built-in ones, to show that operators may add some. */
const customRole = {
  code: "sales_assistant",
  name: "销售助理",
  data_scope: "team",
  permissions: [
    ...["dashboard:tob:view", "customer:pool:view", "customer:info:view", "customer:tracking:view"],
    ...["customer:tracking:create", "house:estate:view"],
  ],
  remark: "协助团队录入跟进，不领取客户",
} satisfies typeof role.$inferInsert;

/** Roles and their teams; the first person of each role is `{role}@demo.test`. */
const posts = (
  [
    ["super_admin", "内容"],
    ["sales_manager", "华东 华南 华北 日本"],
    ["sales", "华东 华东 华东 华东 华南 华南 华南 华北 华北 华北 日本 日本 日本 日本"],
    ["channel_manager", "渠道 渠道 渠道"],
    ["estate_manager", "内容 内容"],
    ["content_editor", "内容 内容"],
    ["seo_editor", "内容 内容"],
    ["finance", "渠道 渠道"],
    ["customer_service", "华东 日本"],
  ] as const
).flatMap(([role, places]) => places.split(" ").map((team) => [role, team] as const));
const leaders = new Set<string>(["sales_manager", "channel_manager", "estate_manager"]);
const resignedPost = 11;
const disabledPost = 25;
/** Holds the custom role in addition to their own, so that rights add up. */
const assistantPost = 8;

/** The 32 people of the demo company (domain G.2). */
export function makeStaff(random: Random, nextName: () => string): Staff[] {
  const taken = new Set<string>();
  return posts.map(([role, team], index) => {
    const name = nextName();
    const isFirst = posts.findIndex(([other]) => other === role) === index;
    const latin = latinOf(name);
    const account = isFirst ? role : taken.has(latin) ? `${latin}${index}` : latin;
    taken.add(account);
    return {
      ...{ id: index + 1, name, email: `${account}@demo.test`, phone: `1990000${9900 + index}`, team },
      roles: index === assistantPost ? [role, customRole.code] : [role],
      status: index === resignedPost ? "resigned" : index === disabledPost ? "disabled" : "enabled",
      isLeader: posts.findIndex(([other, place]) => leaders.has(other) && place === team) === index,
      joinedDaysAgo: random.whole(380, 900),
    };
  });
}

export async function writeStaff({ tx, calendar, staff, passwordHash }: Writing): Promise<void> {
  const since = isoInstant(calendar.at(900, 9));
  const stamp = { created_at: since, updated_at: since };
  const rows = teams.map((name, place) => ({ id: place + 1, name, sort: place + 1, ...stamp }));
  await insertRows(tx, team, rows);
  const people = staff.map(({ id, name, email, phone, status, ...person }) => {
    const joined = isoInstant(calendar.at(person.joinedDaysAgo, 9));
    return {
      ...{ id, name, email, phone_cc: "86", phone, phone_e164: `+86${phone}`, status, language: "zh" },
      ...{ password_hash: passwordHash, password_history: [], must_change_password: false, preferences: {} },
      ...{ team_id: teams.indexOf(person.team) + 1, wecom_userid: email.slice(0, email.indexOf("@")) },
      ...{ accept_inquiry: status === "enabled", created_at: joined, updated_at: joined },
    };
  });
  await insertRows(tx, user, people);
  for (const leader of staff.filter((person) => person.isLeader))
    await tx.update(team).set({ leader_id: leader.id }).where(eq(team.name, leader.team));
  await tx
    .insert(role)
    .values({ ...customRole, ...stamp })
    .onConflictDoNothing();
  const held = staff.flatMap(({ id, roles }) => roles.map((code) => ({ id, code })));
  await tx.execute(sql`insert into user_role (user_id, role_id) select p.id, r.id
    from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) p (id bigint, code text) join ${role} r using (code)`);
  // Sign-ins of the last weeks.
  const now = momentSql(calendar.now);
  const chance = (salt: number, of: number) => drawn(sql`id * 1009 + ago * 31 + ${salt}`, of);
  await tx.execute(sql`
    insert into login_log (user_id, method, result, fail_reason, ip, ua, at)
    select id, 'password', case when failed then 'failed' else 'success' end, case when failed then 'bad_password' end, '203.0.113.' || id % 250 + 1, ${userAgent}, at
    from (select id, ${chance(3, 100)} < 4 as failed, least(((${now} at time zone 'Asia/Shanghai')::date - ago + time '09:00') at time zone 'Asia/Shanghai'
          + ${chance(1, 43_200)} * interval '1 second', ${now} - interval '1 minute') as at
      from ${user} cross join generate_series(${calendar.latest}::int, 45) ago where status = 'enabled' and ${chance(2, 100)} < 60) came order by at`);
  await tx.execute(sql`update ${user} u set last_login_at =
    (select max(at) from login_log l where l.user_id = u.id and l.result = 'success')`);
}

/** The accounts that are named after their role, in the order of the roles. */
export async function accounts(tx: Transaction, staff: readonly Staff[]): Promise<DemoAccount[]> {
  const roles = await tx
    .select({ code: role.code, name: role.name })
    .from(role)
    .where(eq(role.builtin, true))
    .orderBy(asc(role.id));
  return roles.flatMap(({ code, name }) => {
    const person = staff.find(({ email }) => email === `${code}@demo.test`);
    return person ? [{ email: person.email, role: name }] : [];
  });
}
