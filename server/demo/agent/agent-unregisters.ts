import type { AgentUnregisterStatus } from "~/contract/agent/agent-kinds";
import type { agentUnregister } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { agentUnregisterPrefix } from "~/server/resources/agent/unregister/file";
import { type Calendar, day, hourly, inHours } from "../shared/calendar";
import { type Random, spread } from "../shared/random";
import { numbered } from "../shared/rows";
import type { AccountRow, AgentStory } from "./agents";

type Row = typeof agentUnregister.$inferInsert & { id: number };

/** Of 12. */
const statuses = { pending: 3, completed: 5, rejected: 2, cancelled: 2 } as const satisfies Partial<
  Record<AgentUnregisterStatus, number>
>;
const reasons = [
  "公司业务调整，不再从事海外房产",
  "合作期将满，不再续约",
  "团队已解散，不再营业",
  "与其他平台独家合作",
] as const;
const refusals = ["仍有客户在办理签约，请先完成", "请补交结算确认函"] as const;
const nothingOpen = { clues: 0, statements: 0, deals: 0 };

interface Whom {
  story: AgentStory;
  account: AccountRow | null;
}

/** Agents and accounts that ask to leave, in every state, and what became of them: the latest arrivals that have nothing open. */
export function makeAgentUnregisters(
  random: Random,
  calendar: Calendar,
  stories: readonly AgentStory[],
  total: number,
): Row[] {
  const drafts = spread(total, statuses)
    .map((status, index) => ({ status, isWhole: index % 2 === 0, ...momentsOf(random, calendar, status) }))
    .sort((a, b) => a.createdAt - b.createdAt);
  const taken = new Set<AgentStory>();
  const rows: Row[] = [];
  for (const { status, isWhole, createdAt, reviewedAt } of drafts) {
    const whom = find(random, stories, taken, createdAt, isWhole);
    if (!whom) continue;
    taken.add(whom.story);
    const { story, account } = whom;
    const reviewed = reviewedAt === null ? null : isoInstant(reviewedAt);
    const isDone = status === "completed";
    const row: Row = {
      ...{ id: 0, request_no: "" },
      target: account ? "account" : "agent",
      agent_id: story.row.id,
      account_id: account?.id ?? null,
      reason: account ? "经纪人已离职" : random.pick(reasons),
      applicant: story.row.contact_name,
      applicant_account_id: story.accounts[0]?.id ?? null,
      checks: reviewed ? nothingOpen : null,
      status,
      reject_reason: status === "rejected" ? random.pick(refusals) : status === "cancelled" ? "申请人撤回" : null,
      reviewer_id: reviewed ? story.row.manager_id : null,
      reviewed_at: reviewed,
      completed_at: isDone ? reviewed : null,
      created_at: isoInstant(createdAt),
      updated_at: reviewed ?? isoInstant(createdAt),
      updated_by: reviewed ? story.row.manager_id : null,
    };
    rows.push(row);
    if (!reviewedAt) setOff(whom, createdAt);
    if (reviewedAt && isDone) letGo(whom, reviewedAt, calendar);
  }
  return numbered(
    rows.map((row) => ({ row, at: Date.parse(row.created_at ?? "") })),
    agentUnregisterPrefix,
  ).map(({ row, id, no }) => ({ ...row, id, request_no: no }));
}

function momentsOf(random: Random, calendar: Calendar, status: keyof typeof statuses) {
  if (status === "pending") return { createdAt: hourly(random, calendar, random.whole(1, 3)), reviewedAt: null };
  const createdAt = hourly(random, calendar, random.whole(8, 120));
  return { createdAt, reviewedAt: inHours(random, calendar, createdAt, createdAt + 3 * day) };
}

/** An agent that joined a while before and has no trouble; for an account, one that is not the main one. */
function find(
  random: Random,
  stories: readonly AgentStory[],
  taken: ReadonlySet<AgentStory>,
  at: number,
  isWhole: boolean,
): Whom | undefined {
  const free = stories.filter(
    (story) =>
      !taken.has(story) && story.row.status === "active" && !story.row.warned_at && story.createdAt < at - 5 * day,
  );
  // The least, so that the others go on.
  const small = free.filter(({ row }) => row.level === "C" || row.level === "B");
  if (isWhole) return small.length ? { story: random.pick(small), account: null } : undefined;
  const whoms = free.flatMap((story): Whom[] => {
    const account = story.accounts.find(
      (one) => !one.is_main && one.status === "enabled" && Date.parse(one.created_at ?? "") < at - day,
    );
    return account ? [{ story, account }] : [];
  });
  return whoms.length ? random.pick(whoms) : undefined;
}

/** An agent that wants to leave is set to deregistering. */
function setOff({ story, account }: Whom, at: number): void {
  if (account) return;
  Object.assign(story.row, { status: "deregistering", status_before: "active", updated_at: isoInstant(at) });
}

function letGo({ story, account }: Whom, moment: number, calendar: Calendar): void {
  const at = isoInstant(moment);
  const isFree = calendar.now - moment > 30 * day;
  if (!account) {
    Object.assign(story.row, { status: "deregistered", deregistered_at: at, updated_at: at });
    story.endedAt = moment;
    if (isFree) Object.assign(story.row, { contact_phone_e164: null, contact_phone: masked(story.row.contact_phone) });
  }
  for (const one of account ? [account] : story.accounts) {
    Object.assign(one, { status: "deregistered", deregistered_at: at, sessions_ended_at: at, updated_at: at });
    if (isFree) Object.assign(one, { login_phone_e164: null, login_phone: masked(one.login_phone) });
  }
}

/** As the nightly job leaves it. */
const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`;
