import { asc, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Briefing, analysis as contract, PublicBriefing } from "~/contract/analysis/analysis";
import { metrics } from "~/contract/dashboard/metrics";
import { formatNumber } from "~/contract/decimal";
import type { BriefingType } from "~/contract/system/briefing-types";
import type { Db } from "~/server/database/database";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { webhook } from "~/server/database/tables/system/admin";
import { audit } from "~/server/lib/audit";
import { found, pick, refuse, type SignedCall } from "~/server/lib/call";
import { emitTo, takes } from "~/server/lib/emit";
import { startOfDay } from "~/server/lib/list";
import { isDemo } from "~/server/lib/settings";
import type { Days } from "~/server/resources/shared/figure";
import { daysOfMonth, previous } from "~/server/resources/shared/range";
import { type Viewer, viewerOf } from "../customer/customer/view";
import { dashboardFigure } from "../dashboard/figures";
import { newInquiries } from "../inquiry/figures";
import { targetsBeside } from "../system/target/kpi-target";
import { rateOf } from "../system/target/month";
import { briefingDays, briefingTitle, monthBefore } from "./period";
import { exactTelling, type Telling } from "./telling";

const periods: Record<BriefingType, string> = { day: "本日", week: "本周", month: "本月" };

/** Further figures for staff alone. */
interface OwnFigures {
  contract_amount: number | null;
  target_rate: number | null;
}

/** A briefing's figures as people would say them (domain D.2); what may not be told is left out. */
function sentencesOf(type: BriefingType, figures: PublicBriefing["figures"], cell: number, own?: OwnFigures): string[] {
  const n = (count: number | null) => (count === null ? `<${cell}` : formatNumber(count));
  const { inquiry_growth: growth, response_minutes: minutes } = figures;
  const compared = growth === null ? "" : `（环比${growth > 0 ? "+" : ""}${formatNumber(growth)}%）`;
  const amount = own?.contract_amount ?? null;
  const parts = [
    `${periods[type]}新增询盘${n(figures.inquiry_new)}${compared}`,
    ...(minutes === null ? [] : [`首次响应中位数${formatNumber(minutes)}分钟`]),
    `有效跟进${n(figures.tracking_valid)}次`,
    `带看${n(figures.visit_count)}组`,
    `认购${n(figures.subscribe_count)}套`,
    `签约${n(figures.contract_count)}套`,
    ...(amount === null ? [] : [`金额${formatNumber(Math.round(amount / 1000) / 10)}万元`]),
  ];
  const rate = own?.target_rate ?? null;
  return [`${parts.join("，")}。`, ...(rate === null ? [] : [`本月签约目标完成${formatNumber(rate)}%。`])];
}

/** Minutes: to everybody a median is told in steps of so many. */
const minuteStep = 5;

/** What the table of a scope, and a sentence, is made of: the dashboard's own figures. */
const counted = ["tracking_valid", "visit_count", "subscribe_count", "contract_count", "contract_amount"] as const;

export const maySee = ({ caller }: Viewer, key: keyof typeof metrics): boolean =>
  caller.permissions.has(metrics[key].permission);

/** `before`: with what it is compared; `answeredIn`: which answers count. */
async function countsOf(db: Db, viewer: Viewer, days: Days, before: Days, answeredIn: SQL = sql`true`) {
  const inquiries = newInquiries(viewer, {});
  const answered = sql`${inquiries.from(days)} and ${inquiry.kind} <> 'report' and ${inquiry.response_seconds} is not null
    and ${answeredIn}`;
  const parts: Record<string, SQL> = {
    inquiry_new: inquiries.value(days),
    inquiry_prev: inquiries.value(before),
    responded: sql`(select count(*)::int from ${answered})`,
    seconds: sql`(select percentile_cont(0.5) within group (order by ${inquiry.response_seconds}) from ${answered})`,
    ...Object.fromEntries(
      counted.map((key) => [key, maySee(viewer, key) ? dashboardFigure(key, viewer).value(days) : sql`null`]),
    ),
  };
  const selected = Object.entries(parts).map(([name, value]) => sql`${value}::float8 as ${sql.identifier(name)}`);
  type Row = Record<"inquiry_new" | "inquiry_prev" | "responded", number> &
    Record<"seconds" | (typeof counted)[number], number | null>;
  const { rows } = await db.execute<Row>(sql`select ${sql.join(selected, sql`, `)}`);
  return found(rows[0]);
}

type Counts = Awaited<ReturnType<typeof countsOf>>;

function told(counts: Counts, telling: Telling): PublicBriefing["figures"] {
  const { inquiry_new, inquiry_prev, responded, seconds } = counts;
  const count = (n: number | null) => telling.count(n ?? 0);
  return {
    inquiry_new: count(inquiry_new),
    inquiry_prev: count(inquiry_prev),
    inquiry_growth: telling.growth(inquiry_new, inquiry_prev),
    responded: count(responded),
    response_minutes: telling.worked(seconds === null ? null : seconds / 60, responded, minuteStep),
    tracking_valid: count(counts.tracking_valid),
    visit_count: count(counts.visit_count),
    subscribe_count: count(counts.subscribe_count),
    contract_count: count(counts.contract_count),
  };
}

/** The whole house's briefing of a month, as everybody may see it: without amounts, and by nobody; what is done later changes nothing of it. */
export async function publicBriefing(db: Db, house: Viewer, days: Days, telling: Telling): Promise<PublicBriefing> {
  const type = "month";
  const inTime = sql`${inquiry.first_response_at} < ${startOfDay(days.to, 1)}`;
  const figures = told(await countsOf(db, house, days, monthBefore(days.from), inTime), telling);
  return { type, ...days, cell: telling.cell, figures, sentences: sentencesOf(type, figures, telling.cell) };
}

/** The briefing of what a viewer sees, exactly, with amounts and targets. */
export async function ownBriefing(db: Db, viewer: Viewer, type: BriefingType, days: Days, telling: Telling) {
  const counts = await countsOf(db, viewer, days, previous(days));
  const figures = told(counts, telling);
  const { contract_amount } = counts;
  const target_rate = maySee(viewer, "contract_amount") ? await targetRate(db, viewer, days) : null;
  const sentences = sentencesOf(type, figures, telling.cell, { contract_amount, target_rate });
  return { type, ...days, cell: telling.cell, figures, contract_amount, target_rate, sentences };
}

/** How much of the month's target is reached by the end of some days. */
async function targetRate(db: Db, viewer: Viewer, { to }: Days): Promise<number | null> {
  const month = { from: daysOfMonth(to.slice(0, 7)).from, to };
  const target = (await targetsBeside(db, viewer.caller, month, {})).get("contract_amount") ?? null;
  if (target === null) return null;
  const amount = dashboardFigure("contract_amount", viewer).value(month);
  const { rows } = await db.execute<{ amount: number }>(sql`select ${amount} as amount`);
  return rateOf(found(rows[0]).amount, target);
}

export const briefingWebhooks = (db: Db) =>
  pick(db, webhook, ["id", "name"], takes("briefing.daily"), { order: [asc(webhook.name), asc(webhook.id)] });

/** A briefing as it goes out; `scope`: what of the house it tells of, where that is not all. */
export function noteOf(type: BriefingType, briefing: Pick<Briefing, "from" | "to" | "sentences">, scope?: string) {
  const { from, to, sentences } = briefing;
  return {
    ...{ type, from, to },
    period: briefingTitle(type, briefing) + (scope ? `（${scope}）` : ""),
    text: sentences.join("\n"),
    link: `/analysis/salesBriefing?type=${type}&date=${to}`,
  };
}

/** Sends the caller's briefing to a group: it waits in the outbox, as every message to a webhook does. */
export async function pushBriefing(call: SignedCall, { webhook_id, type, date }: z.output<typeof contract.push.body>) {
  const { db, user } = call;
  const viewer = await viewerOf(call);
  const briefing = await ownBriefing(db, viewer, type, briefingDays(type, date, viewer.now), exactTelling);
  const scope = user.scope("customer") === "all" ? undefined : `${user.name}的数据范围`;
  const note = noteOf(type, briefing, scope);
  const name = await emitTo(db, viewer.now, webhook_id, "briefing.daily", { ...note, by: user.name });
  if (name === undefined) return refuse(40400);
  await audit(call, {
    module: "analysis",
    action: "publish",
    target: { type: "webhook", id: webhook_id, name },
    summary: `推送${note.period}：${name}`,
  });
  // Nothing leaves a demo, and it says so.
  return { is_queued: !(await isDemo(db)) };
}
