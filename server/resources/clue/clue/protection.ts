import type { ClueStatus, Verdict } from "~/contract/clue/clue-kinds";
import type { estate } from "~/server/database/tables/house/estate";
import { dayOf } from "~/server/lib/list";
import type { Settings } from "~/server/lib/settings";

type Rules = Pick<
  typeof estate.$inferSelect,
  "report_phone_mode" | "protect_mode" | "protect_report_days" | "protect_visit_days" | "min_lead_minutes"
>;

export const ruleOf = (rules: Rules, settings: Settings) => ({
  phone_mode: rules.report_phone_mode ?? settings["clue.phone_mode"],
  protect_mode: rules.protect_mode ?? settings["clue.protect_mode"],
  protect_report_days: rules.protect_report_days ?? settings["clue.protect_report_days"],
  protect_visit_days: rules.protect_visit_days ?? settings["clue.protect_visit_days"],
  min_lead_minutes: rules.min_lead_minutes ?? settings["clue.min_lead_minutes"],
});

interface Protected {
  protect_mode: ReturnType<typeof ruleOf>["protect_mode"];
  protect_report_days: number;
  protect_visit_days: number;
  protect_until: string | null;
}

const dayLength = 86_400_000;
export const daysAfter = (at: string | Date, days: number): Date => new Date(new Date(at).getTime() + days * dayLength);

/** Until when a lead is protected that has just passed its review; not at all before the visit, where only that counts. */
export const protectedFrom = ({ protect_mode, protect_report_days }: Protected, now: Date): Date | null =>
  protect_mode === "visit_deal" ? null : daysAfter(now, protect_report_days);

/** Until when after a visit: anew from then on; where the report alone protects, a visit only adds. */
export function protectedAfterVisit({ protect_mode, protect_visit_days, protect_until }: Protected, at: string): Date {
  const anew = daysAfter(at, protect_visit_days);
  const present = protect_until === null ? anew : new Date(protect_until);
  return protect_mode === "report_deal" && present > anew ? present : anew;
}

/** Until when after an extension: from its end, or from now on where it has ended. */
export const protectedAfterExtension = (protect_until: string, days: number, now: Date): Date =>
  daysAfter(new Date(protect_until) > now ? protect_until : now, days);

export interface Claimant {
  status: ClueStatus;
  created_at: string;
  protect_mode: Protected["protect_mode"];
  protect_until: string | null;
}

/** Whether a report holds its customer at a moment: one that waits for its review does; where only visits protect, one without a visit does not. */
export function holdsAt({ status, protect_mode, protect_until }: Claimant, now: Date): boolean {
  if (status === "subscribed" || status === "contracted") return true;
  if (status === "visited") return protect_until === null || new Date(protect_until) > now;
  if (protect_mode === "visit_deal") return false;
  if (status === "pending") return true;
  return status === "valid" && protect_until !== null && new Date(protect_until) > now;
}

interface Ruled {
  rule_result: Verdict;
  rule_sentence: string;
}

interface Case {
  report: Pick<Claimant, "created_at">;
  others: readonly (Claimant & { clue_no: string; agent: string; isOwnAgent: boolean })[];
  own: readonly { since: string; active: string; owner: string }[];
  isListed: boolean;
  certain: boolean;
  collisionDays: number;
}

const day = (at: string) => dayOf(at);

export const stateOf = ({ protect_until }: { protect_until: string | null }): string =>
  protect_until ? `保护期至${day(protect_until)}` : "待审核";

/** The protection rule (domain F.2): the earliest unexpired report wins, and our own customer where they were active before it. */
export function judgeByRule({ report, others, own, isListed, certain, collisionDays }: Case, now: Date): Ruled {
  const ruled = (rule_result: Verdict, sentence: string): Ruled => ({
    rule_result,
    rule_sentence: certain ? sentence : `仅隐号前三后四相符，不能单凭此判为无效；如确为同一人：${sentence}`,
  });
  const earlier = others
    .filter((one) => holdsAt(one, now) && one.created_at <= report.created_at)
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  const [first] = earlier.filter(({ isOwnAgent }) => !isOwnAgent);
  const [mine] = [...own].sort((a, b) => (a.since < b.since ? -1 : 1));
  if (mine && (!first || mine.since < first.created_at))
    return ruled(
      "own",
      `报备前${collisionDays}天内我方客户有活动（最近${day(mine.active)}，跟进人${mine.owner}），我方客户优先`,
    );
  if (first) {
    const until = first.protect_until ? `保护期至${day(first.protect_until)}` : "在保护中";
    const state = first.status === "pending" ? "待审核，同样计入" : until;
    return ruled(
      "other",
      `报备${first.clue_no}（${first.agent}）于${day(first.created_at)}先行报备，${state}，最早的有效报备优先`,
    );
  }
  if (isListed) return ruled("none", "客户手机号在黑名单中");
  if (earlier.length) return ruled("none", `同一代理已报备该客户（${earlier[0]?.clue_no}），重复报备无效`);
  return ruled("this", "没有更早且仍在保护期内的报备，报备前我方客户也无活动，本报备优先");
}
