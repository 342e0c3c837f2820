import { and, desc, eq, gte, isNull, lte } from "drizzle-orm";
import { agentLoginMethods, agentLoginResults } from "~/contract/agent/agent-kinds";
import {
  type ClueLogAction,
  clueLogActions,
  type EvidenceKind,
  type JudgementEvidence,
  type JudgementParty,
} from "~/contract/clue/clue-kinds";
import { ownerActions } from "~/contract/customer/customer-record";
import { trackingTypes } from "~/contract/customer/tracking";
import { inquiryKinds } from "~/contract/inquiry/inquiry-words";
import { agent, agentAccount, agentLoginLog } from "~/server/database/tables/agent/agent";
import { clueLog } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { customerOwnerLog, tracking } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import { type Actor, found } from "~/server/lib/call";
import type { Found, OwnCustomer } from "../clue/collision";
import { daysAfter } from "../clue/protection";
import type { ClueRecord } from "../clue/scope";

type Db = Actor["db"];

const mostLines = 50;
const mostLogins = 5;

const steps: Partial<Record<ClueLogAction, EvidenceKind>> = {
  create: "report",
  approve: "review",
  auto_approve: "review",
  reject: "review",
  visit: "visit",
  appeal: "appeal",
  extend: "extend",
  renew: "extend",
  expire: "end",
  cancel: "end",
};

/** The evidence of each side: the report itself, the others, and our own customers, each with what happened and when. */
export async function collectParties(db: Db, row: ClueRecord, { others, own }: Found): Promise<JudgementParty[]> {
  const [from] = await db.select({ name: agent.name }).from(agent).where(eq(agent.id, row.agent_id));
  const reports = [
    { row, who: found(from).name, isThis: true },
    ...others.map((one) => ({ row: one.row, who: one.agent, isThis: false })),
  ];
  const parties: JudgementParty[] = [];
  const told = new Set<number>();
  for (const { row: one, who, isThis } of reports) parties.push(await reportParty(db, one, who, isThis, told));
  for (const one of own) parties.push(await customerParty(db, one));
  return parties;
}

const inOrder = (evidence: JudgementEvidence[]) => evidence.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));

async function reportParty(
  db: Db,
  row: ClueRecord,
  who: string,
  isThis: boolean,
  told: Set<number>,
): Promise<JudgementParty> {
  const lines = await db
    .select({ line: clueLog, by: user.name, account: agentAccount.name })
    .from(clueLog)
    .leftJoin(user, eq(user.id, clueLog.by))
    .leftJoin(agentAccount, eq(agentAccount.id, clueLog.account_id))
    .where(eq(clueLog.clue_id, row.id))
    .orderBy(clueLog.id)
    .limit(mostLines);
  const happened = lines.flatMap(({ line, by, account }): JudgementEvidence[] => {
    const kind = steps[line.action as ClueLogAction];
    if (!kind) return [];
    const words = clueLogActions[line.action as ClueLogAction];
    // An agent's or a colleague's name; never their own words, which may contain other people's names.
    const text = [words, account ?? by].filter(Boolean).join(" · ");
    return [{ kind, at: line.at, text, ...(line.media_ids.length ? { media_ids: line.media_ids } : {}) }];
  });
  const evidence = inOrder([...happened, ...(await loginsOf(db, row, told))]);
  return {
    kind: "clue",
    id: row.id,
    who,
    is_this: isThis,
    first_at: row.created_at,
    last_activity_at: happened.at(-1)?.at ?? row.created_at,
    protect_until: row.protect_until,
    visits: row.visited_at === null ? 0 : 1,
    evidence,
  };
}

/** The agent's sign-ins around its report. Those already listed with another of its reports are left out. */
async function loginsOf(db: Db, row: ClueRecord, told: Set<number>): Promise<JudgementEvidence[]> {
  const whose =
    row.account_id === null ? eq(agentLoginLog.agent_id, row.agent_id) : eq(agentLoginLog.account_id, row.account_id);
  const lines = await db
    .select()
    .from(agentLoginLog)
    .where(
      and(
        whose,
        gte(agentLoginLog.at, isoInstant(daysAfter(row.created_at, -1))),
        lte(agentLoginLog.at, isoInstant(daysAfter(row.created_at, 1))),
      ),
    )
    .orderBy(desc(agentLoginLog.at))
    .limit(mostLogins);
  const fresh = lines.filter(({ id }) => !told.has(id));
  for (const { id } of fresh) told.add(id);
  return fresh.map(({ at, method, result, ip_region, is_remote }) => ({
    kind: "login",
    at,
    text: [`${agentLoginMethods[method]}登录${agentLoginResults[result]}`, ip_region, is_remote ? "异地" : null]
      .filter(Boolean)
      .join(" · "),
  }));
}

/** Our own customer: owner, dates and kinds of contact, without the follow-ups' texts. */
async function customerParty(db: Db, own: OwnCustomer): Promise<JudgementParty> {
  const { id: customer_id, owner, created_at, active } = own;
  const owners = await db
    .select({ action: customerOwnerLog.action, at: customerOwnerLog.at, to: user.name })
    .from(customerOwnerLog)
    .leftJoin(user, eq(user.id, customerOwnerLog.to_user))
    .where(eq(customerOwnerLog.customer_id, customer_id))
    .orderBy(desc(customerOwnerLog.id))
    .limit(mostLines);
  const contacts = await db
    .select({
      id: tracking.id,
      type: tracking.type,
      at: tracking.tracked_at,
      media_ids: tracking.media_ids,
      by: user.name,
    })
    .from(tracking)
    .innerJoin(user, eq(user.id, tracking.user_id))
    .where(and(eq(tracking.customer_id, customer_id), isNull(tracking.deleted_at)))
    .orderBy(desc(tracking.tracked_at))
    .limit(mostLines);
  const asked = await db
    .select({ kind: inquiry.kind, at: inquiry.created_at })
    .from(inquiry)
    .where(and(eq(inquiry.customer_id, customer_id), isNull(inquiry.deleted_at)))
    .orderBy(desc(inquiry.created_at))
    .limit(mostLines);
  const words = (one: string, labels: Readonly<Record<string, string>>) => labels[one] ?? one;
  const evidence = inOrder([
    { kind: "customer", at: created_at, text: "客户建档" },
    ...owners.map(
      ({ action, at, to }): JudgementEvidence => ({
        kind: "owner",
        at,
        text: [words(action, ownerActions), to].filter(Boolean).join(" · "),
      }),
    ),
    ...contacts.map(
      ({ id, type, at, media_ids, by }): JudgementEvidence => ({
        kind: type === "visit" ? "visit" : "contact",
        at,
        text: `${words(type, trackingTypes)} · ${by}`,
        tracking_id: id,
        ...(media_ids.length ? { media_ids } : {}),
      }),
    ),
    ...asked.map(({ kind, at }): JudgementEvidence => ({ kind: "contact", at, text: inquiryKinds[kind] })),
  ]);
  return {
    kind: "customer",
    id: customer_id,
    who: owner,
    first_at: created_at,
    last_activity_at: active,
    protect_until: null,
    visits: contacts.filter(({ type }) => type === "visit").length,
    evidence,
  };
}
