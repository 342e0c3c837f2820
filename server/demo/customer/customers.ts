import { type SQL, sql } from "drizzle-orm";
import { levels, stages } from "~/contract/customer/customer-record";
import { options } from "~/server/database/baseline/options";
import { isoInstant } from "~/server/database/tables/columns";
import type * as tables from "~/server/database/tables/customer/customer";
import { type Calendar, day } from "../shared/calendar";
import type { Random } from "../shared/random";
import { instantOrNull, numbered, stamps } from "../shared/rows";
import type { Base, Writing } from "../terms";
import {
  type Contact,
  type CustomerPlan,
  type History,
  type Level,
  makeHistory,
  makePlans,
  type Stage,
} from "./histories";
import { makeProfile, type Places, type Topic } from "./profiles";

const list = (text: string) => text.split(" ");
const words: Readonly<Record<string, readonly string[]>> = {
  layout: list("1LDK 2LDK 3LDK 1K小户型 两房"),
  size: list("30㎡上下 55㎡左右 70多平"),
  concern: list("持有成本和每年的固定资产税 贷款利率和首付比例 交房后由谁托管出租 学校学区和通学距离"),
  family: list("太太 先生 父母 孩子 合伙人"),
  material: list("户型图和价目表 楼书和交通图 租金测算表 购房费用明细"),
  time: list("周末 下周 下个月初 月底"),
  rival: list("另一家中介 线上平台"),
};

type Kind = "first" | "talk" | "visit" | "meeting" | "mail" | "lost" | "wrong" | "short" | "other";
/** Sentences by the kind of a follow-up; short ones do not count as valid. */
const sentences = `first 首次联系，客户想在{country}{place}买房，主要考虑{purpose}，预算{budget}，问了{concern}。
first 电话了解到购房目的为{purpose}，{family}也参与决定，先发{material}给客户看。
first 初次沟通，客户对{country}市场不太了解，讲了外国人购房流程和费用，约{time}再细谈。
talk 发送{place}三个在售项目对比，客户比较中意{size}的{layout}，但担心{concern}。
talk 回访，客户上周去看了{rival}推荐的房子，觉得总价偏高，仍想看{place}，预算不变：{budget}。
talk 客户反馈{material}已看，想再了解{place}近一年的成交价和空置率，答应{time}前给到。
talk 客户确认付款方式为{payment}，让我们按{budget}给出两套备选并列出全部税费。
visit 带看{place}两个项目的样板间，客户和{family}一起到场，对{layout}的采光满意，觉得收纳偏少。
visit 实地带看{place}，走了一遍车站到项目的路线，客户对周边环境满意，回去考虑。
meeting 视频看房，连线{place}现场同事走了一遍公共区域和{layout}，客户录了屏给{family}看。
mail 邮件发送{place}项目资料：{material}，抄送{family}，请客户{time}前回复意向。
lost 客户明确表示暂时不买了，资金另有安排，{country}市场以后再看。
lost 回访得知客户已通过{rival}成交，祝贺并请其保留联系方式，转为流失。
wrong 号码是空号，换时段再拨两次仍是空号，标记无效。
short 电话未接通。
short 已发微信未回
short 多次无人接听
other 整理客户资料，补充{material}到共享文件夹，暂未与客户联系。`
  .split("\n")
  .map((line) => line.split(" "));

function followUpText(random: Random, kind: Kind, { cash, ...topic }: Topic): string {
  const own: Readonly<Record<string, string>> = { ...topic, payment: cash ? "全款" : "贷款" };
  const [, text = ""] = random.pick(sentences.filter(([of]) => of === kind));
  return text.replace(/\{(\w+)\}/g, (_, name: string) => own[name] ?? random.pick(words[name] ?? [name]));
}

const recycleReasons = ["重复录入，已保留另一条", "客户要求删除资料", "号码无效且无其他联系方式"];
const transferReasons = ["客户所在区域调整，转由同城顾问跟进", "客户要求更换顾问"];
const remarks = list("晚上八点以后联系比较方便 孩子明年去东京读语言学校 由太太做决定，联系时先发微信");
export interface Person {
  id: number;
  no: string;
  plan: CustomerPlan;
  history: History;
  profile: ReturnType<typeof makeProfile>["facts"];
  followUps: FollowUp[];
  remark: string | null;
  lockedUntil: number | null;
  deleteReason: string | null;
  lostReason: LostReason | null;
}

const lockDays = 60;
const lostReasons = ["price", "competitor", "postponed", "policy", "location"] as const;
type LostReason = (typeof lostReasons)[number];
const releaseReasons = "no_intent no_answer not_my_area budget_mismatch language too_many customer_request".split(" ");

/** Everybody, in the order of creation, numbered as the day's sequence would have. */
export function makePeople(base: Base, places: Places, total: number, trackings: number): Person[] {
  const { random, calendar, nextName } = base;
  const drafts = makePlans(base, total, trackings).map((plan) => {
    const history = makeHistory(base, plan);
    return { plan, history, at: history.createdAt };
  });
  return numbered(drafts, "KH").map(({ plan, history, id, no }, index) => {
    const { stage, level } = plan;
    // Only a budget makes a promising customer a qualified one (domain C.1.3).
    const isClear = stage === "qualified" || stage === "visited";
    const hasBudget = isClear || (level !== "A" && level !== "B" && random.chance(0.5));
    const { topic, facts: profile } = makeProfile(random, places, nextName(), index, hasBudget);
    return {
      ...{ id, no, plan, history, profile, remark: random.chance(0.3) ? random.pick(remarks) : null },
      lockedUntil: lockedUntil(random, calendar, plan, history),
      followUps: describeFollowUps(random, history.contacts, stage, level, topic),
      deleteReason: history.deletedAt === null ? null : random.pick(recycleReasons),
      lostReason: stage === "lost" ? random.pick(lostReasons) : null,
    };
  });
}

function lockedUntil(random: Random, { now }: Calendar, plan: CustomerPlan, { assignedAt }: History) {
  if (!plan.isLocked || assignedAt === null) return null;
  const held = Math.min(lockDays - 2, Math.floor((now - assignedAt) / day));
  return now + (lockDays - random.whole(1, Math.max(1, held))) * day;
}

/** The row of a customer, its counters computed from its follow-ups. */
export function customerRow(person: Person): typeof tables.customer.$inferInsert {
  const { history, plan, profile, followUps } = person;
  const last = followUps.at(-1);
  const { owner, lastOwner } = history;
  const latest = Math.max(history.deletedAt ?? 0, ...[...history.changes, ...followUps].map(({ at }) => at));
  return {
    ...{ id: person.id, customer_no: person.no, ...profile, level: plan.level, stage: plan.stage },
    ...{ lost_reason: person.lostReason, remark: person.remark, first_owner_id: history.changes[0]?.to ?? null },
    ...{ owner_id: owner, last_owner_id: lastOwner, assigned_at: instantOrNull(history.assignedAt) },
    ...{ assigned_by: history.assignedBy, pool_at: instantOrNull(history.poolAt), pool_reason: history.poolReason },
    ...{ is_locked: person.lockedUntil !== null, locked_until: instantOrNull(person.lockedUntil) },
    ...{ last_tracking_at: instantOrNull(last?.at), tracking_count: followUps.length },
    last_valid_tracking_at: instantOrNull(followUps.findLast(({ isValid }) => isValid)?.at),
    deleted_at: instantOrNull(history.deletedAt),
    ...{ deleted_by: history.deletedBy, delete_reason: person.deleteReason },
    ...stamps(history.createdAt, history.createdBy, latest, owner ?? lastOwner ?? history.createdBy),
  };
}

export function ownerLogRows(random: Random, { id, history }: Person): (typeof tables.customerOwnerLog.$inferInsert)[] {
  const reasons = { release: releaseReasons, transfer: transferReasons };
  return history.changes.map(({ action, from, to, reason = null, by, at }) => ({
    ...{ customer_id: id, action, from_user: from, to_user: to, by, at: isoInstant(at) },
    reason: reason ?? (action === "release" || action === "transfer" ? random.pick(reasons[action]) : null),
    note: action === "release" && random.chance(0.6) ? "联系多次没有进展，先释放给其他同事" : null,
  }));
}

/** All follow-ups of everybody in the order of time, numbered. */
export const trackingRows = (people: readonly Person[]): (typeof tables.tracking.$inferInsert)[] =>
  people
    .flatMap(({ id, followUps }) => followUps.map((followUp) => ({ customer_id: id, ...followUp })))
    .sort((a, b) => a.at - b.at)
    .map(({ at, userId: user_id, isValid: is_valid, ...row }, index) => ({
      ...{ id: index + 1, ...row, user_id, is_valid, tracked_at: isoInstant(at), ...stamps(at, user_id) },
    }));

type FollowUp = ReturnType<typeof describeFollowUps>[number];

const spoken = list("call call wechat wechat wecom");
const answered = list("connected connected interested need_materials considering visit_booked");
/** By what a follow-up is: how it is made, and what comes of it. */
const kinds: Readonly<Record<Kind, readonly [types: readonly string[], results: readonly (string | null)[]]>> = {
  first: [spoken, answered],
  talk: [spoken, answered],
  visit: [["visit"], ["interested", "considering"]],
  meeting: [["online_meeting"], answered],
  mail: [["email"], answered],
  lost: [spoken, ["no_intent"]],
  wrong: [spoken, ["wrong"]],
  short: [spoken, ["no_answer", "no_answer", "no_answer", "refused"]],
  other: [["other"], [null]],
};
const leastChars = 10;

/** Tells the follow-ups of one customer so that they lead to their stage and level (domain C.1.3). */
function describeFollowUps(random: Random, contacts: readonly Contact[], stage: Stage, level: Level, topic: Topic) {
  const last = contacts.length - 1;
  // What moves a customer on is told at length: the next valid follow-up, else the last.
  const nextValid = (from: number) => {
    const place = contacts.findIndex(({ isValid }, index) => index >= from && isValid);
    return place < 0 ? last : place;
  };
  const qualified = nextValid(Math.max(1, Math.floor(last * 0.35)));
  // A stage that shares its place with a later one is passed over.
  const steps = new Map<number, Stage>(stage === "new" ? [] : [[0, "contacted"]]);
  if (stage === "qualified" || stage === "visited") steps.set(qualified, "qualified");
  if (stage === "visited") steps.set(nextValid(Math.max(2, Math.floor(last * 0.65))), stage);
  if (stage === "lost" || stage === "invalid") steps.set(last, stage);
  // A promising level with a budget makes a qualified customer at once; D comes with the end.
  const levelAt = level === "C" ? -1 : level === "D" ? last : stage === "contacted" ? nextValid(1) : qualified;
  let now: Stage = "new";
  return contacts.map((contact, index) => {
    const before = now;
    now = steps.get(index) ?? now;
    const kind = kindOf(random, contact, index, before, now);
    const [types, results] = kinds[kind];
    const type = random.pick(types);
    const content = followUpText(random, kind, topic);
    return {
      ...contact,
      isValid: content.length >= leastChars && type !== "other",
      ...{ type, content, result: random.pick(results) },
      direction: random.chance(index === 0 ? 0.4 : 0.15) ? ("in" as const) : ("out" as const),
      duration_min: type === "visit" || type === "online_meeting" ? random.whole(20, 120) : null,
      ...{ stage_before: before === now ? null : before, stage_after: before === now ? null : now },
      ...{ level_before: index === levelAt ? ("C" as const) : null, level_after: index === levelAt ? level : null },
    };
  });
}

function kindOf(random: Random, { isValid }: Contact, index: number, before: Stage, now: Stage): Kind {
  if (now === "invalid") return "wrong";
  if (before !== now && (now === "visited" || now === "lost")) return now === "lost" ? now : "visit";
  if (!isValid) return random.chance(0.85) ? "short" : "other";
  if (index === 0) return "first";
  if (now === "visited" && random.chance(0.2)) return "visit";
  return random.weighted({ talk: 76, meeting: 14, mail: 10 });
}

/** What the collision check compares (domain C.1.4): numbers in E.164, the rest in lower case. */
export async function writeContacts({ tx }: Writing): Promise<void> {
  await tx.execute(sql`insert into customer_contact (customer_id, type, value_norm)
    select c.id, k.type, lower(k.value) from customer c cross join lateral (values ('phone', phone_e164), ('wechat', wechat), ('email', email)) k (type, value)
    where k.value is not null order by c.id`);
}

/** What was changed on customers until now, and the versions that follow from it and from the log of owners; also those that bulk acts left. */
export async function writeChangeLogs({ tx }: Writing): Promise<void> {
  const json = (value: object) => sql`${JSON.stringify(value)}::jsonb`;
  const one = (field: string, label: string, before: SQL, after: SQL) =>
    sql`jsonb_build_array(jsonb_build_object('field', ${field}::text, 'label', ${label}::text, 'before', ${before}, 'after', ${after}))`;
  const tags = (list: SQL) =>
    sql`(select string_agg(coalesce(${json(options.customer_tag)} ->> tag, tag), '、') from jsonb_array_elements_text(${list}) tag)`;
  await tx.execute(sql`
    insert into customer_change_log (customer_id, action, by, at, reason, changes)
    select customer_id, action, by, at, reason, changes from (
      select customer_id, 'track' as action, user_id as by, tracked_at as at, null as reason,
          (select jsonb_agg(jsonb_build_object('field', field, 'label', label, 'before', before, 'after', after)) from (values
            ('level', '客户等级', ${json(levels)} ->> level_before, ${json(levels)} ->> level_after), ('stage', '客户阶段', ${json(stages)} ->> stage_before, ${json(stages)} ->> stage_after),
            ('lost_reason', '流失原因', null, case stage_after when 'lost' then ${json(options.lost_reason)} ->> lost_reason end)) v (field, label, before, after) where after is not null) as changes
        from tracking t join customer c on c.id = t.customer_id where coalesce(level_after, stage_after) is not null
      union all select * from (select distinct on (c.id) c.id, 'update', t.user_id, tracked_at + interval '1 minute', null, ${one("remark", "备注", sql`null`, sql`c.remark`)}
        from customer c join tracking t on t.customer_id = c.id where c.remark is not null order by c.id, tracked_at) noted
      union all select id, 'lock', owner_id, greatest(locked_until - ${lockDays}::int * interval '1 day', assigned_at), null,
        ${one("locked_until", "锁定至", sql`null`, sql`(locked_until at time zone 'Asia/Shanghai')::date`)} from customer where is_locked
      union all select id, 'recycle', deleted_by, deleted_at, delete_reason, '[]' from customer where deleted_at is not null
      union all select c.id, 'tag', b.user_id, b.created_at, null, ${one("tags", "标签", tags(sql`r.before -> 'tags'`), tags(sql`c.tags`))}
        from batch b join batch_row r on r.batch_id = b.id join customer c on c.id = r.row_id where b.act = 'tag') made order by at, customer_id`);
  const countUntil = (
    id: SQL,
    at: SQL,
  ) => sql`(select count(*) from (select at from customer_owner_log where customer_id = ${id}
    union all select at from customer_change_log where customer_id = ${id}) made where at <= ${at})`;
  await tx.execute(sql`update customer c set version = ${countUntil(sql`c.id`, sql`'infinity'`)},
    updated_at = greatest(updated_at, (select max(at) from customer_change_log l where l.customer_id = c.id))`);
  await tx.execute(
    sql`update batch_row r set version_after = ${countUntil(sql`r.row_id`, sql`b.created_at`)} from batch b where b.id = r.batch_id`,
  );
}
