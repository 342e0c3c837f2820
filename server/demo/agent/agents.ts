import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { agent, agentAccount, agentUnregister } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { seal } from "~/server/lib/seal";
import { bankPurpose } from "~/server/resources/agent/agent/view";
import { agentUnregisterPrefix } from "~/server/resources/agent/unregister/file";
import { type Calendar, day, hourly, hoursByWeight, inHours, minute } from "../shared/calendar";
import { by, drawRows, oneOf, spread } from "../shared/random";
import { drawn, fourDigits, instantOrNull, momentSql, numbered, stamps } from "../shared/rows";
import { type Base, staffOf, type Writing } from "../terms";

type AgentRow = typeof agent.$inferInsert & { id: number; cooperation_to: string };
type AccountRow = Omit<typeof agentAccount.$inferInsert, "password_hash"> & { id: number; agent_id: number };

/** An agent with its people, before anything is known of what they do at the portal. */
export interface AgentStory {
  row: AgentRow;
  accounts: AccountRow[];
  createdAt: number;
  /** After it nobody of them signs in. */
  endedAt: number | null;
}

const list = (text: string) => text.split(" ");
/** Two characters and a trade make a firm; all invented. */
const brands = list(
  "云栖 澜庭 恒岳 启明 山海 青禾 远帆 拓途 锦程 嘉澍 星桥 汇川 知远 凌霄 沐野 鼎和 瀚宇 曦光 泊岸 衡悦",
);
const trades = list("海外置业 国际地产 房产经纪 移民咨询 财富管理 留学服务 投资顾问");
/** Cities of two characters, with the street. */
const places = list(
  "上海静安区南京西路 上海浦东新区世纪大道 北京朝阳区建国路 深圳福田区深南大道 广州天河区天河路 杭州上城区钱江路 成都锦江区人民南路 大连中山区人民路 青岛市南区香港中路 东京港区芝浦",
);
const shares = {
  type: { company: 80, individual: 20 },
  level: { S: 5, A: 20, B: 55, C: 20 },
  // Of 80; those who go are made by their requests.
  state: { soon: 6, active: 66, expired: 4, disabled: 4 },
} as const;
/** Days from today to the last day of the cooperation. */
const endsIn = { active: [60, 540], soon: [3, 28], expired: [-12, -2], disabled: [60, 540] } as const;
const roleOf = by({ agent: 74, manager: 18, finance: 8 });
/** Chances of a further account, of which none has more than ten. */
const weights = { S: 8, A: 5, B: 3, C: 1 } as const;
/** Numbers of domain G.2 behind those of customers and registered users. */
const freeNumbersFrom = 7_400;

/** Firms and people who bring customers, in the order in which they came, with their accounts. */
export function makeAgents(base: Base, total: number, accountTotal: number): AgentStory[] {
  const { random, calendar, staff, nextName } = base;
  const names = random.shuffle(brands.flatMap((brand) => trades.map((trade) => `${brand}${trade}`)));
  const drafts = drawRows(random, total, shares, {
    at: (source) => calendar.working(source.whole(20, 350)),
    place: oneOf(places),
    manager: oneOf(staffOf(staff, "channel_manager")),
    commission_value: oneOf(["1.50", "1.80", "2.00", "2.50"]),
    settle_cycle: by({ monthly: 60, per_deal: 30, quarterly: 10 }),
  });
  const stories = numbered(drafts, "DL").map(({ id, no: agent_no, at: createdAt, ...draft }, index): AgentStory => {
    const { type, level, state, place, manager, commission_value, settle_cycle } = draft;
    const contact = nextName();
    const [country_code, cc, start] = place.startsWith("东京") ? ["JP", "81", "200000"] : ["CN", "86", "1990000"];
    const phone = `${start}${fourDigits(freeNumbersFrom + index)}`;
    const [least, most] = endsIn[state];
    const to = calendar.today + random.whole(least, most) * day;
    const isCompany = type === "company";
    const name = isCompany ? `${place.slice(0, 2)}${names[index]}有限公司` : contact;
    const ofCompany = <T>(value: T) => (isCompany ? value : null);
    // By the job of the night on which 30 days were left, or the first after it began.
    const night = Math.max(calendar.at(calendar.daysAgo(to - 30 * day), 0, 20), createdAt + 5 * minute);
    const row: AgentRow = {
      ...{ id, agent_no, type, name, level, commission_mode: "percent", commission_value, settle_cycle, country_code },
      ...{ short_name: ofCompany(names[index] ?? null), invoice_title: ofCompany(name), invoice_required: isCompany },
      address: isCompany ? `${place}${random.whole(1, 320)}号` : null,
      license_no: isCompany ? `91310000DEMO${fourDigits(index)}${random.whole(10, 99)}` : null,
      ...{ contact_name: contact, contact_phone_cc: cc, contact_phone: phone, contact_phone_e164: `+${cc}${phone}` },
      ...{ contact_phone_last4: phone.slice(-4), contact_email: `agent${index + 1}@demo.test`, manager_id: manager.id },
      ...{ cooperation_from: dayOf(createdAt), cooperation_to: dayOf(to) },
      warned_at: to - calendar.today <= 30 * day ? isoInstant(night) : null,
      ...{ status: state === "soon" ? "active" : state, status_before: null, deregistered_at: null },
      ...{ status_reason: state === "disabled" ? "违反报备规则，暂停合作" : null, ...stamps(createdAt, manager.id) },
    };
    const ended = Math.min(to + day, calendar.now - random.whole(2, 20) * day);
    const endedAt = row.status === "active" ? null : Math.max(ended, createdAt + day);
    return { row, createdAt, endedAt, accounts: [] };
  });
  addAccounts(base, stories, accountTotal);
  return stories;
}

const dayOf = (moment: number) => isoInstant(moment).slice(0, 10);

function addAccounts({ random, calendar, nextName }: Base, stories: AgentStory[], total: number): void {
  const firms = stories.filter(({ row }) => row.type === "company");
  const chances = firms.flatMap((story) => Array<AgentStory>(weights[story.row.level]).fill(story));
  const held = [...stories];
  while (held.length < total) {
    const story = random.pick(chances);
    if (held.filter((one) => one === story).length < 10) held.push(story);
  }
  for (const [index, { row, createdAt, accounts }] of held.entries()) {
    const isMain = accounts.length === 0;
    const made = isMain ? createdAt : Math.min(createdAt + random.whole(1, 60) * day, calendar.now - day);
    const phone = isMain ? row.contact_phone : `1990000${fourDigits(freeNumbersFrom + stories.length + index)}`;
    const cc = isMain ? row.contact_phone_cc : "86";
    accounts.push({
      ...{ id: index + 1, agent_id: row.id, parent_id: null, is_main: isMain, can_view_all: isMain },
      ...{ name: isMain ? row.contact_name : nextName(), role: isMain ? "main" : roleOf(random) },
      ...{ login_phone_cc: cc, login_phone: phone, login_phone_e164: `+${cc}${phone}` },
      ...{ login_phone_last4: phone.slice(-4), must_change_password: false, last_login_at: null },
      ...{ status: !isMain && random.chance(0.06) ? "disabled" : "enabled", ...stamps(made, row.manager_id ?? null) },
      ...{ sessions_ended_at: null, deregistered_at: null },
    });
  }
}

/** Of 12. */
const statuses = { pending: 3, completed: 5, rejected: 2, cancelled: 2 } as const;
const reasons = list("公司业务调整，不再从事海外房产 合作期将满，不再续约 团队已解散，不再营业 与其他平台独家合作");
const refusals = ["仍有客户在办理签约，请先完成", "请补交结算确认函"];

/** Agents and accounts that ask to leave, in every state, and what became of them: such as joined a while before and have nothing open. */
export function makeAgentUnregisters({ random, calendar }: Base, stories: readonly AgentStory[], total: number) {
  const taken = new Set<AgentStory>();
  const drafts = spread(total, statuses)
    .map((status, index) => {
      const isPending = status === "pending";
      const at = hourly(random, calendar, isPending ? random.whole(1, 3) : random.whole(8, 120));
      const reviewedAt = isPending ? null : inHours(random, calendar, at, at + 3 * day);
      return { status, isWhole: index % 2 === 0, at, reviewedAt };
    })
    .sort((a, b) => a.at - b.at)
    .flatMap(({ isWhole, ...draft }) => {
      const free = stories.filter(
        (story) =>
          !(taken.has(story) || story.row.warned_at) &&
          story.row.status === "active" &&
          story.createdAt < draft.at - 5 * day,
      );
      const isAble = ({ is_main, status, created_at }: AccountRow) =>
        !is_main && status === "enabled" && Date.parse(created_at ?? "") < draft.at - day;
      // The least agents, so that the others go on; of accounts, not the main one.
      const able: { story: AgentStory; account: AccountRow | null }[] = isWhole
        ? free.filter(({ row }) => row.level === "C" || row.level === "B").map((story) => ({ story, account: null }))
        : free.flatMap((story) => story.accounts.filter(isAble).map((account) => ({ story, account })));
      if (able.length === 0) return [];
      const one = random.pick(able);
      taken.add(one.story);
      if (draft.status === "completed") letGo(calendar, one.story, one.account, draft.reviewedAt ?? draft.at);
      const leaving = { status: "deregistering", status_before: "active", updated_at: isoInstant(draft.at) };
      if (draft.status === "pending" && isWhole) Object.assign(one.story.row, leaving);
      return [{ ...draft, ...one }];
    });
  return numbered(drafts, agentUnregisterPrefix).map(({ id, no, status, at, reviewedAt, story, account }) => {
    const reviewed = instantOrNull(reviewedAt);
    const reviewer = reviewed ? story.row.manager_id : null;
    return {
      ...{ id, request_no: no, target: account ? ("account" as const) : ("agent" as const), agent_id: story.row.id },
      ...{ status, account_id: account?.id ?? null, reason: account ? "经纪人已离职" : random.pick(reasons) },
      ...{ applicant: story.row.contact_name, applicant_account_id: story.accounts[0]?.id ?? null },
      checks: reviewed ? { clues: 0, statements: 0, deals: 0 } : null,
      reject_reason: status === "rejected" ? random.pick(refusals) : status === "cancelled" ? "申请人撤回" : null,
      ...{ reviewer_id: reviewer, reviewed_at: reviewed, completed_at: status === "completed" ? reviewed : null },
      ...{ created_at: isoInstant(at), updated_at: reviewed ?? isoInstant(at), updated_by: reviewer },
    } satisfies typeof agentUnregister.$inferInsert;
  });
}

/** Those who have gone sign in no more; their numbers are free after 30 days, as the nightly job leaves them. */
function letGo(calendar: Calendar, story: AgentStory, account: AccountRow | null, moment: number): void {
  const at = isoInstant(moment);
  const isFree = calendar.now - moment > 30 * day;
  const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`;
  const gone = { status: "deregistered", deregistered_at: at, updated_at: at };
  if (!account) {
    const { row } = story;
    Object.assign(row, gone, isFree && { contact_phone_e164: null, contact_phone: masked(row.contact_phone) });
    story.endedAt = moment;
  }
  for (const one of account ? [account] : story.accounts) {
    const freed = isFree && { login_phone_e164: null, login_phone: masked(one.login_phone) };
    Object.assign(one, gone, { sessions_ended_at: at }, freed);
  }
}

/** Agents with their people; at the portal they sign in with the demo's password. */
export async function writeAgents(
  { tx, calendar, services, passwordHash }: Writing,
  made: { agents: readonly AgentStory[]; agentUnregisters: ReturnType<typeof makeAgentUnregisters> },
): Promise<void> {
  const accounts = made.agents.flatMap((story) => story.accounts);
  const rows = made.agents.map(({ row }) => ({
    ...{ ...row, bank_name: "示例银行", account_holder: row.name },
    bank_account: seal(services, bankPurpose, `6200 0000 0000 ${1_000 + row.id}`),
  }));
  await insertRows(tx, agent, rows);
  const withPasswords = accounts.map((account) => ({ ...account, password_hash: passwordHash }));
  await insertRows(tx, agentAccount, withPasswords);
  await writeAgentLogins(tx, calendar, rows.length * 50);
  await insertRows(tx, agentUnregister, made.agentUnregisters);
}

const devices = ["Windows电脑 · Chrome", "Mac电脑 · Safari", "iPhone · 微信", "安卓设备 · 微信", "鸿蒙设备 · 微信"];
const far = ["新加坡", "泰国", "美国", "马来西亚"];

/** A year of sign-ins at the portal, more of them lately and by larger agents, one in twenty failed; the accounts' last ones follow. Comes after agents and their accounts. */
async function writeAgentLogins(tx: Transaction, calendar: Calendar, total: number): Promise<void> {
  const now = momentSql(calendar.now);
  const chance = (salt: number, of: number) => drawn(sql`t.i * 101 + ${salt}`, of);
  const pick = (list: readonly string[], salt: number) =>
    sql`(${JSON.stringify(list)}::jsonb ->> ${chance(salt, list.length)})`;
  const isFar = sql`${chance(9, 1_000)} < 14`;
  await tx.execute(sql`
    with signer as (
      select row_number() over (order by c.id, n) - 1 as place, c.id, c.agent_id, c.login_phone, c.status, c.created_at, a.country_code,
        least(coalesce(c.deregistered_at, ${now}), case a.status when 'active' then ${now} else (a.cooperation_to + 1)::timestamptz end) as until
      from agent_account c join agent a on a.id = c.agent_id
        cross join lateral generate_series(1, case when c.status <> 'enabled' then 1 else array_position('{C,B,x,A,x,S}', a.level) end) n),
    t as (
      select i, ((${now} at time zone 'Asia/Shanghai')::date - (power(${drawn(sql`i * 3`, 1_000)} / 1000.0, 1.6) * 340)::int
        + (${JSON.stringify(hoursByWeight)}::jsonb ->> ${drawn(sql`i * 5`, hoursByWeight.length)})::int * interval '1 hour'
        + ${drawn(sql`i * 7`, 3_600)} * interval '1 second') at time zone 'Asia/Shanghai' as at,
        ${drawn(sql`i * 11`, 100)} < 5 as failed, ${drawn(sql`i * 13`, 500)} = 0 as strange
      from generate_series(1, ${total * 4}::int) i),
    tried as (
      select t.i, t.at, t.failed or t.strange as failed, s.*, not t.strange as known from t
      left join signer s on not t.strange and s.place = ${chance(1, 1_000_003)} % (select count(*) from signer)
      where t.at < ${now} - interval '1 minute' and (t.strange or (t.at > s.created_at and t.at < s.until
        and (s.status = 'enabled' or t.failed or t.at < ${now} - interval '60 days')))
      order by ${chance(2, 1_000_003)}, t.i limit ${total}::int)
    insert into agent_login_log (agent_id, account_id, login_name, platform, method, result, fail_reason, ip, ip_region, device, is_remote, at)
    select t.agent_id, t.id, coalesce(t.login_phone, '1990000' || 1000 + ${chance(3, 8_000)}),
      case when ${chance(4, 100)} < 62 then 'agent_portal' when ${chance(4, 100)} < 82 then 'h5' else 'mini_program' end,
      case when ${chance(5, 100)} < 55 then 'password' when ${chance(5, 100)} < 85 then 'sms' else 'wechat' end,
      case when t.failed then 'failed' else 'success' end,
      case when not t.failed then null when not t.known then 'not_found' when ${chance(6, 100)} < 80 then 'bad_password' else 'locked' end,
      '198.51.100.' || 1 + ${chance(7, 254)},
      case when ${isFar} or not t.known then ${pick(far, 8)} when t.country_code = 'JP' then '日本' else '中国' end, ${pick(devices, 10)}, false, t.at
    from tried t order by t.at, t.i`);
  await tx.execute(sql`update agent_login_log l set is_remote = true where account_id is not null and (
    select bool_and(p.ip_region <> l.ip_region) from (select b.ip_region from agent_login_log b
      where b.account_id = l.account_id and b.result = 'success' and b.ip_region is not null and b.at < l.at
      order by b.at desc, b.id desc limit 5) p)`);
  await tx.execute(sql`update agent_account c set last_login_at = l.at from (
    select account_id, max(at) as at from agent_login_log where result = 'success' group by 1) l where l.account_id = c.id`);
}
