import { and, eq, gte, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { ClueSource, ClueStatus } from "~/contract/clue/clue-kinds";
import { type ClueCreate, ClueFields } from "~/contract/clue/clue-record";
import type { FieldError } from "~/contract/errors";
import { agent, agentAccount } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { currency } from "~/server/database/tables/region/geography";
import { refuseListed } from "~/server/identity/blacklist";
import { byOf } from "~/server/lib/audit";
import { type Actor, found, pick, refuseFields, rowsOf } from "~/server/lib/call";
import { dayOf, startOfDay } from "~/server/lib/list";
import { readSettings, type Settings } from "~/server/lib/settings";
import { centErrors, decimalText } from "~/server/resources/shared/amounts";
import { nextNumber } from "~/server/resources/shared/numbers";
import { openSheet } from "../judgement/sheet";
import { passClue } from "./approve";
import { lockPhone } from "./change";
import { type Collided, collisionColumns, findAround, ruledBy } from "./collision";
import { handlerInTurn } from "./handler";
import { ruleOf } from "./protection";
import { auditClue, type ClueRecord, cluePhone, logClue, phoneErrors } from "./scope";
import { tellReceived } from "./tell-clue";

/** What was received: the contract's fields, and which way it came. */
export interface Received extends z.output<typeof ClueCreate> {
  source: ClueSource;
}

export interface Receipt {
  id: number;
  clue_no: string;
  status: ClueStatus;
  collision: Collided | null;
}

/**
 * Receives every report, from staff and from the agents' portal (domain C.6). The body is parsed by the contract; the caller checks
 * permission and repeated requests. In this order:
 *
 * 1. Agent, account, estate and its rule must allow the report: else 42200 with the fields. A full number on the blacklist: 40918.
 * 2. Locks the account for its daily limit, then the phone at this estate: of equal reports sent at once only one finds none before it.
 * 3. Its collision is stored, and a sheet for it is opened. It still waits for its review.
 * 4. Without a collision it is approved at once if `clue.auto_pass` is on.
 * 5. The agent's manager and webhooks are notified with the commit.
 *
 * Locks: account, phone at the estate, contacts, holder, customer, lead.
 */
export async function receiveClue(actor: Actor, received: Received): Promise<Receipt> {
  const { db, services } = actor;
  const now = services.now();
  const settings = await readSettings(db);
  const door = await admit(actor, received, settings);
  const { phone, rule } = door;
  if (phone.phone_e164) await refuseListed(actor, [{ type: "phone", value: phone.phone_e164 }]);
  await checkCap(actor, received, settings);
  const { estate_id } = received;
  await lockPhone(actor, { estate_id, ...phone });
  const at = isoInstant(now);
  const reported = { id: null, agent_id: received.agent_id, estate_id, created_at: at, ...phone };
  const around = await findAround(db, reported, settings, now);
  const ruling = ruledBy(around, reported, settings, now);
  const by = byOf(actor);
  const { min_lead_minutes: _, phone_mode: __, ...protection } = rule;
  const [row] = await db
    .insert(clue)
    .values({
      ...received,
      ...phone,
      ...protection,
      ...collisionColumns(ruling.collision),
      expected_visit_at: received.expected_visit_at && isoInstant(received.expected_visit_at),
      budget_min: decimalText(received.budget_min),
      budget_max: decimalText(received.budget_max),
      clue_no: await nextNumber(db, "BB", now),
      status: "pending",
      ...{ created_at: at, updated_at: at, created_by: by, updated_by: by },
    })
    .returning();
  const created = found(row);
  const account_id = received.source === "agent_portal" ? received.account_id : null;
  await logClue(actor, created.id, {
    action: "create",
    to: "pending",
    note: ruling.collision?.text ?? null,
    account_id,
  });
  await auditClue(actor, created, {
    action: "create",
    summary: `新增报备${created.clue_no}（${door.agent}，${door.estate}）`,
  });
  if (ruling.collision) await openSheet(actor, created, 1, ruling);
  await tellReceived(actor, created, door, ruling.collision !== null);
  const status =
    ruling.collision === null && settings["clue.auto_pass"] ? await passItself(actor, created) : created.status;
  return { id: created.id, clue_no: created.clue_no, status, collision: ruling.collision };
}

/** Approves a lead without a review: it goes to the user with the fewest leads. */
async function passItself(actor: Actor, row: ClueRecord): Promise<ClueStatus> {
  const handler_id = await handlerInTurn(actor);
  await passClue(actor, row, { handler_id, note: null, force_reason: null });
  return "valid";
}

/** The records that a report refers to; ends the request where one of them does not allow it. */
async function admit(actor: Actor, received: Received, settings: Settings) {
  const { db, services } = actor;
  const wrong: FieldError[] = [];
  const say = (field: keyof Received, label: string, message: string) => wrong.push({ field, label, message });
  const [from] = await db.select().from(agent).where(eq(agent.id, received.agent_id));
  if (!from || from.deleted_at) say("agent_id", "报备代理", "该代理不存在");
  else if (from.status !== "active") say("agent_id", "报备代理", "该代理不在合作中，不能报备");
  if (received.account_id !== null) {
    const [one] = await db.select().from(agentAccount).where(eq(agentAccount.id, received.account_id));
    if (!one || one.deleted_at || one.agent_id !== received.agent_id)
      say("account_id", "报备人", "该报备人不属于此代理");
    else if (one.status !== "enabled") say("account_id", "报备人", "该报备人账号已停用");
    else if (!one.can_report) say("account_id", "报备人", "该报备人没有报备权限");
  }
  const [at] = await db.select().from(estate).where(eq(estate.id, received.estate_id));
  if (!at || at.deleted_at) say("estate_id", "楼盘", "该楼盘不存在");
  else if (at.publish_status !== "online") say("estate_id", "楼盘", "该楼盘未上架，不能报备");
  else if (!at.allow_agent) say("estate_id", "楼盘", "该楼盘未开放代理报备");
  else if (at.sale_status === "sold_out" || at.sale_status === "ended")
    say("estate_id", "楼盘", "该楼盘已停售，不能报备");
  const rule = at && ruleOf(at, settings);
  const phone = cluePhone(received.phone, received.phone_cc);
  wrong.push(...phoneErrors(phone, rule?.phone_mode ?? "full"));
  const lead = rule?.min_lead_minutes ?? 0;
  const visit = received.expected_visit_at;
  if (visit && Date.parse(visit) < services.now().getTime() + lead * 60_000)
    say("expected_visit_at", "预计到访", lead > 0 ? `须提前${lead}分钟报备` : "预计到访不能早于现在");
  const { budget_min, budget_max, budget_currency } = received;
  if (budget_currency !== null && (await db.$count(currency, eq(currency.code, budget_currency))) === 0)
    say("budget_currency", "币种", "该币种不存在");
  wrong.push(...(await centErrors(db, ClueFields, { budget_min, budget_max }, budget_currency)));
  if (wrong.length || !phone || !rule || !from || !at) return refuseFields(wrong);
  return { phone, rule, agent: from.name, estate: at.name, manager_id: from.manager_id };
}

/** The account's daily limit, Asia/Shanghai; the account is locked until the commit, so that the count stays true. */
async function checkCap({ db, services }: Actor, { account_id }: Received, settings: Settings): Promise<void> {
  if (account_id === null) return;
  await pick(db, agentAccount, ["id"], eq(agentAccount.id, account_id), { lock: "no key update" });
  const limit = settings["clue.daily_cap_per_account"];
  const today = and(eq(clue.account_id, account_id), gte(clue.created_at, startOfDay(dayOf(services.now()))));
  if ((await db.$count(clue, today)) >= limit)
    refuseFields([{ field: "account_id", label: "报备人", message: `该账号今日报备已达上限（${limit}）` }]);
}

/** Checks a phone for collisions before it is reported; nothing is stored. */
export async function checkClue(
  actor: Actor,
  asked: { agent_id: number; estate_id: number; phone_cc: string; phone: string },
) {
  const { db, services } = actor;
  const settings = await readSettings(db);
  const [at] = await rowsOf(db, estate, and(eq(estate.id, asked.estate_id), isNull(estate.deleted_at)));
  const phone = cluePhone(asked.phone, asked.phone_cc);
  const wrong = phoneErrors(phone, at ? ruleOf(at, settings).phone_mode : "full");
  if (!at) wrong.push({ field: "estate_id", label: "楼盘", message: "该楼盘不存在" });
  if (wrong.length || !phone) return refuseFields(wrong);
  const now = services.now();
  const reported = {
    id: null,
    created_at: isoInstant(now),
    agent_id: asked.agent_id,
    estate_id: asked.estate_id,
    ...phone,
  };
  return ruledBy(await findAround(db, reported, settings, now), reported, settings, now).collision;
}
