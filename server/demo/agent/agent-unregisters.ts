import type { AgentUnregisterStatus } from "~/contract/agent/agent-kinds";
import type { agentUnregister } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { agentUnregisterPrefix } from "~/server/resources/agent/unregister/file";
import type { Base } from "../drawn-rows";
import { type Calendar, day, hourly, inHours } from "../shared/calendar";
import { spread } from "../shared/random";
import { instantOrNull, numbered } from "../shared/rows";
import type { AccountRow, AgentStory } from "./agents";

type Row = typeof agentUnregister.$inferInsert & { id: number };

/** Of 12. */
const statuses = { pending: 3, completed: 5, rejected: 2, cancelled: 2 } as const satisfies Partial<
  Record<AgentUnregisterStatus, number>
>;
const reasons = [
  ...["公司业务调整，不再从事海外房产", "合作期将满，不再续约", "团队已解散，不再营业", "与其他平台独家合作"],
];
const refusals = ["仍有客户在办理签约，请先完成", "请补交结算确认函"];

/** Agents and accounts that ask to leave, in every state, and what became of them: the latest arrivals that have nothing open. */
export function makeAgentUnregisters({ random, calendar }: Base, stories: readonly AgentStory[], total: number): Row[] {
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
      // One that joined a while before and has no trouble.
      const free = stories.filter(
        (story) =>
          !taken.has(story) &&
          story.row.status === "active" &&
          !story.row.warned_at &&
          story.createdAt < draft.at - 5 * day,
      );
      // The least agents, so that the others go on; of accounts, not the main one.
      const able: { story: AgentStory; account: AccountRow | null }[] = isWhole
        ? free.filter(({ row }) => row.level === "C" || row.level === "B").map((story) => ({ story, account: null }))
        : free.flatMap((story) => {
            const isAble = ({ is_main, status, created_at }: AccountRow) =>
              !is_main && status === "enabled" && Date.parse(created_at ?? "") < draft.at - day;
            return story.accounts.filter(isAble).map((account) => ({ story, account }));
          });
      if (able.length === 0) return [];
      const one = random.pick(able);
      taken.add(one.story);
      if (draft.status === "completed") letGo(calendar, one.story, one.account, draft.reviewedAt ?? draft.at);
      if (draft.status === "pending" && isWhole)
        Object.assign(one.story.row, {
          ...{ status: "deregistering", status_before: "active", updated_at: isoInstant(draft.at) },
        });
      return [{ ...draft, ...one }];
    });
  return numbered(drafts, agentUnregisterPrefix).map(({ id, no, status, at, reviewedAt, story, account }) => {
    const reviewed = instantOrNull(reviewedAt);
    const reviewer = reviewed ? story.row.manager_id : null;
    return {
      ...{ id, request_no: no, target: account ? "account" : "agent", agent_id: story.row.id, status },
      ...{ account_id: account?.id ?? null, reason: account ? "经纪人已离职" : random.pick(reasons) },
      ...{ applicant: story.row.contact_name, applicant_account_id: story.accounts[0]?.id ?? null },
      checks: reviewed ? { clues: 0, statements: 0, deals: 0 } : null,
      reject_reason: status === "rejected" ? random.pick(refusals) : status === "cancelled" ? "申请人撤回" : null,
      ...{ reviewer_id: reviewer, reviewed_at: reviewed, completed_at: status === "completed" ? reviewed : null },
      ...{ created_at: isoInstant(at), updated_at: reviewed ?? isoInstant(at), updated_by: reviewer },
    };
  });
}

/** As the nightly job leaves it. */
const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`;

/** Those who have gone sign in no more; their numbers are free after 30 days. */
function letGo(calendar: Calendar, story: AgentStory, account: AccountRow | null, moment: number): void {
  const at = isoInstant(moment);
  const isFree = calendar.now - moment > 30 * day;
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
