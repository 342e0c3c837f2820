import type { AccountRole, AgentLevel, AgentStatus, AgentType } from "~/contract/agent/agent-kinds";
import type { agent, agentAccount } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { type Base, by, drawRows, oneOf } from "../drawn-rows";
import { day, minute } from "../shared/calendar";
import { fourDigits, numbered, stamps } from "../shared/rows";

export type AgentRow = typeof agent.$inferInsert & { id: number; cooperation_to: string };
export type AccountRow = Omit<typeof agentAccount.$inferInsert, "password_hash"> & { id: number; agent_id: number };

/** An agent with its people, before anything is known of what they do at the portal. */
export interface AgentStory {
  row: AgentRow;
  accounts: AccountRow[];
  createdAt: number;
  /** After it nobody of them signs in. */
  endedAt: number | null;
}

/** Two characters and a trade make a firm; all invented. */
const brands = [
  ..."云栖 澜庭 恒岳 启明 山海 青禾 远帆 拓途 锦程 嘉澍 星桥 汇川 知远 凌霄 沐野 鼎和 瀚宇 曦光 泊岸 衡悦".split(" "),
] as const;
const trades = ["海外置业", "国际地产", "房产经纪", "移民咨询", "财富管理", "留学服务", "投资顾问"] as const;

/** Where they have their offices: cities of two characters, with the street. */
const places = [
  ...["上海静安区南京西路", "上海浦东新区世纪大道", "北京朝阳区建国路", "深圳福田区深南大道", "广州天河区天河路"],
  ...["杭州上城区钱江路", "成都锦江区人民南路", "大连中山区人民路", "青岛市南区香港中路", "东京港区芝浦"],
];

const shares = {
  type: { company: 80, individual: 20 } satisfies Record<AgentType, number>,
  level: { S: 5, A: 20, B: 55, C: 20 } satisfies Record<AgentLevel, number>,
  // Of 80; those who go are made by their requests. Six cooperations end within 30 days.
  state: { soon: 6, active: 66, expired: 4, disabled: 4 } satisfies Partial<Record<AgentStatus | "soon", number>>,
} as const;
/** Days from today to the last day of the cooperation. */
const endsIn = { active: [60, 540], soon: [3, 28], expired: [-12, -2], disabled: [60, 540] } as const;
const roleOf = by({ agent: 74, manager: 18, finance: 8 } satisfies Partial<Record<AccountRole, number>>);
/** Chances of a further account, of which none has more than ten. */
const weights = { S: 8, A: 5, B: 3, C: 1 } as const;
/** Numbers of domain G.2 behind those of customers and registered users, so that nobody has one twice. */
const freeNumbersFrom = 7_400;

/** Firms and people who bring customers, in the order in which they came, with their accounts. */
export function makeAgents(base: Base, total: number, accountTotal: number): AgentStory[] {
  const { random, calendar, staff, nextName } = base;
  const managers = staff.filter(({ roles, status }) => roles.includes("channel_manager") && status === "enabled");
  const names = random.shuffle(brands.flatMap((brand) => trades.map((trade) => `${brand}${trade}`)));
  const drafts = drawRows(random, total, shares, {
    at: (source) => calendar.working(source.whole(20, 350)),
    place: oneOf(places),
    manager: oneOf(managers),
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
    // By the job of the night on which 30 days were left, or the first after it began.
    const night = Math.max(calendar.at(calendar.daysAgo(to - 30 * day), 0, 20), createdAt + 5 * minute);
    const row: AgentRow = {
      ...{ id, agent_no, type, name, level, commission_mode: "percent", commission_value, settle_cycle },
      ...{ short_name: isCompany ? (names[index] ?? null) : null, country_code },
      address: isCompany ? `${place}${random.whole(1, 320)}号` : null,
      license_no: isCompany ? `91310000DEMO${fourDigits(index)}${random.whole(10, 99)}` : null,
      ...{ contact_name: contact, contact_phone_cc: cc, contact_phone: phone },
      ...{ contact_phone_e164: `+${cc}${phone}`, contact_phone_last4: phone.slice(-4) },
      ...{
        contact_email: `agent${index + 1}@demo.test`,
        cooperation_from: dayOf(createdAt),
        cooperation_to: dayOf(to),
      },
      warned_at: to - calendar.today <= 30 * day ? isoInstant(night) : null,
      ...{ invoice_title: isCompany ? name : null, invoice_required: isCompany, manager_id: manager.id },
      // Every row names the same columns (`insertRows`).
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

/** The main account of each, then the others where there is room, the larger agents first. */
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
      ...{
        login_phone_cc: cc,
        login_phone: phone,
        login_phone_e164: `+${cc}${phone}`,
        login_phone_last4: phone.slice(-4),
      },
      ...{ must_change_password: false, last_login_at: null, sessions_ended_at: null, deregistered_at: null },
      ...{ status: !isMain && random.chance(0.06) ? "disabled" : "enabled", ...stamps(made, row.manager_id ?? null) },
    });
  }
}
