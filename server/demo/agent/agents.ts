import type { AccountRole, AgentLevel, AgentStatus, AgentType } from "~/contract/agent/agent-kinds";
import type { agent, agentAccount } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { type Calendar, day, minute } from "../shared/calendar";
import { type Random, spread } from "../shared/random";
import { fourDigits, numbered } from "../shared/rows";
import type { Staff } from "../system/staff";
import { brands, places, trades } from "./agent-names";

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

const types = { company: 80, individual: 20 } as const satisfies Record<AgentType, number>;
const levels = { S: 5, A: 20, B: 55, C: 20 } as const satisfies Record<AgentLevel, number>;
/** Of 80; those who go are made by their requests. */
const statuses = { active: 72, expired: 4, disabled: 4 } as const satisfies Partial<Record<AgentStatus, number>>;
/** Of 80, whose cooperation ends within 30 days. */
const soonShare = 6 / 80;
const roles = { agent: 74, manager: 18, finance: 8 } as const satisfies Partial<Record<AccountRole, number>>;
/** Numbers of domain G.2 behind those of customers and registered users, so that nobody has one twice. */
const freeNumbersFrom = 7_400;

interface Company {
  random: Random;
  calendar: Calendar;
  staff: readonly Staff[];
  nextName: () => string;
}

/** Firms and people who bring customers, in the order in which they came, with their accounts. */
export function makeAgents(company: Company, total: number, accountTotal: number): AgentStory[] {
  const { random, calendar, staff } = company;
  const managers = staff.filter(({ roles: held, status }) => held.includes("channel_manager") && status === "enabled");
  const kinds = random.shuffle(spread(total, types));
  const ranks = random.shuffle(spread(total, levels));
  const states = random.shuffle(spread(total, statuses));
  const names = firmNames(random, total);
  const joined = numbered(
    kinds.map(() => ({ at: calendar.working(random.whole(20, 350)) })),
    "DL",
  );
  let soon = Math.max(1, Math.round(total * soonShare));
  const stories = joined.map(({ at: createdAt, id, no: agent_no }, index): AgentStory => {
    const status = states[index] ?? "active";
    const isSoon = status === "active" && soon > 0;
    if (isSoon) soon--;
    const type = kinds[index] ?? "company";
    const place = random.pick(places);
    const contact = company.nextName();
    const phone = `${place.phone}${fourDigits(freeNumbersFrom + index)}`;
    const by = random.pick(managers).id;
    const to = calendar.today + endsIn(random, status, isSoon) * day;
    const at = isoInstant(createdAt);
    const isCompany = type === "company";
    const row: AgentRow = {
      ...{ id, agent_no },
      type,
      name: isCompany ? `${place.city}${names[index]}有限公司` : contact,
      short_name: isCompany ? (names[index] ?? null) : null,
      country_code: place.country,
      address: isCompany ? `${place.city}${place.street}${random.whole(1, 320)}号` : null,
      license_no: isCompany ? `91310000DEMO${fourDigits(index)}${random.whole(10, 99)}` : null,
      contact_name: contact,
      contact_phone_cc: place.cc,
      contact_phone: phone,
      contact_phone_e164: `+${place.cc}${phone}`,
      contact_phone_last4: phone.slice(-4),
      contact_email: `agent${index + 1}@demo.test`,
      level: ranks[index] ?? "B",
      cooperation_from: dayOf(createdAt),
      cooperation_to: dayOf(to),
      warned_at: to - calendar.today <= 30 * day ? isoInstant(warnedAt(calendar, to, createdAt)) : null,
      commission_mode: "percent",
      commission_value: random.pick(["1.50", "1.80", "2.00", "2.50"]),
      settle_cycle: random.weighted({ monthly: 60, per_deal: 30, quarterly: 10 }),
      invoice_title: isCompany ? `${place.city}${names[index]}有限公司` : null,
      invoice_required: isCompany,
      manager_id: by,
      status,
      // Every row names the same columns (`insertRows`).
      ...{ status_before: null, deregistered_at: null },
      status_reason: status === "disabled" ? "违反报备规则，暂停合作" : null,
      ...{ created_at: at, updated_at: at, created_by: by, updated_by: by },
    };
    const endedAt = status === "active" ? null : Math.min(to + day, calendar.now - random.whole(2, 20) * day);
    return { row, createdAt, endedAt: endedAt && Math.max(endedAt, createdAt + day), accounts: [] };
  });
  addAccounts(company, stories, accountTotal);
  return stories;
}

const dayOf = (moment: number) => isoInstant(moment).slice(0, 10);

/** Days from today to the last day of the cooperation. */
function endsIn(random: Random, status: AgentStatus, isSoon: boolean): number {
  if (status === "expired") return -random.whole(2, 12);
  return isSoon ? random.whole(3, 28) : random.whole(60, 540);
}

/** By the job of the night on which 30 days were left, or the first after it began. */
function warnedAt(calendar: Calendar, to: number, createdAt: number): number {
  const night = calendar.at(calendar.daysAgo(to - 30 * day), 0, 20);
  return Math.max(night, createdAt + 5 * minute);
}

/** Names of firms, each given once. */
function firmNames(random: Random, total: number): string[] {
  const all = brands.flatMap((brand) => trades.map((trade) => `${brand}${trade}`));
  return random.shuffle(all).slice(0, total);
}

/** The main account of each, then the others where there is room, the larger agents first. */
function addAccounts({ random, calendar, nextName }: Company, stories: AgentStory[], total: number): void {
  const firms = stories.filter(({ row }) => row.type === "company");
  const weights = { S: 8, A: 5, B: 3, C: 1 } as const;
  const chances = firms.flatMap((story) => Array<AgentStory>(weights[story.row.level]).fill(story));
  const held = new Map(stories.map((story) => [story, 1]));
  for (let left = total - stories.length; left > 0; ) {
    const story = random.pick(chances);
    const count = held.get(story) ?? 1;
    if (count >= 10) continue;
    held.set(story, count + 1);
    left--;
  }
  let id = 0;
  for (const story of stories) {
    const { row, createdAt } = story;
    for (let index = 0; index < (held.get(story) ?? 1); index++) {
      id++;
      const isMain = index === 0;
      const made = isMain ? createdAt : Math.min(createdAt + random.whole(1, 60) * day, calendar.now - day);
      const phone = isMain ? row.contact_phone : `1990000${fourDigits(freeNumbersFrom + stories.length + id)}`;
      const cc = isMain ? row.contact_phone_cc : "86";
      const at = isoInstant(made);
      story.accounts.push({
        id,
        agent_id: row.id,
        parent_id: null,
        is_main: isMain,
        name: isMain ? row.contact_name : nextName(),
        login_phone_cc: cc,
        login_phone: phone,
        login_phone_e164: `+${cc}${phone}`,
        login_phone_last4: phone.slice(-4),
        must_change_password: false,
        role: isMain ? "main" : random.weighted(roles),
        can_view_all: isMain,
        ...{ last_login_at: null, sessions_ended_at: null, deregistered_at: null },
        status: !isMain && random.chance(0.06) ? "disabled" : "enabled",
        ...{ created_at: at, updated_at: at, created_by: row.manager_id, updated_by: row.manager_id },
      });
    }
  }
}
