import { and, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { ClueBrief } from "~/contract/clue/clue-brief";
import { ClueDetail, ClueLog, ClueRow } from "~/contract/clue/clue-record";
import type { Ref } from "~/contract/common";
import { agent, agentAccount } from "~/server/database/tables/agent/agent";
import { clue, clueLog } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { found, type Looking, refOf, refuse, rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { checkVersion } from "~/server/lib/entity";
import { readSettings, type Settings } from "~/server/lib/settings";
import { visibleTo } from "~/server/resources/customer/customer/row";
import { byId, type Source } from "~/server/resources/customer/timeline/sources";
import { shownPictures } from "~/server/resources/shared/pictures";
import { appealUntil } from "./acts";
import { peekClue } from "./change";
import { findAround, ruledBy, staffCollision } from "./collision";
import { proposedHandlers } from "./handler";
import { hindrancesOf } from "./hindrances";
import { type ClueRecord, ownsClue, shownPhone, visibleClues } from "./scope";

const handler = alias(user, "handler");
const manager = alias(user, "manager");

export function selectClues({ db, user: caller }: Looking) {
  return db
    .select({
      clue,
      agent: { id: agent.id, name: agent.name, manager_id: agent.manager_id },
      account_name: agentAccount.name,
      manager_name: manager.name,
      handler_name: handler.name,
      estate_name: estate.name,
      customer_no: customer.customer_no,
      customer_name: customer.name,
      sees_customer: sql<boolean>`coalesce(${visibleTo(caller)}, false)`,
      is_visible: sql<boolean>`coalesce(${visibleClues(caller)}, false)`,
      verdict: sql<
        string | null
      >`(select j.verdict from judgement j where j.clue_id = ${clue.id} order by j.no desc limit 1)`,
    })
    .from(clue)
    .innerJoin(agent, eq(agent.id, clue.agent_id))
    .leftJoin(agentAccount, eq(agentAccount.id, clue.account_id))
    .leftJoin(manager, eq(manager.id, agent.manager_id))
    .leftJoin(handler, eq(handler.id, clue.handler_id))
    .innerJoin(estate, eq(estate.id, clue.estate_id))
    .leftJoin(customer, eq(customer.id, clue.customer_id));
}
export type Viewed = Awaited<ReturnType<typeof selectClues>>[number];

function seenClue(viewed: Viewed | undefined): Viewed {
  const one = found(viewed);
  return one.is_visible ? one : refuse(40301);
}

export async function toClueRows(looking: Looking, rows: readonly Viewed[]): Promise<ClueRow[]> {
  const settings = await readSettings(looking.db);
  const leads = rows.map(({ clue: row }) => row);
  // Only who reviews is shown it.
  const proposed = looking.user.permissions.has("clue:clue:audit")
    ? await proposedHandlers(looking, leads, settings)
    : undefined;
  const hindrances = await hindrancesOf(looking.db, leads, looking.services.now());
  return rows.map((row) => ({
    ...toRow(row, looking, settings, proposed?.get(row.clue.id)),
    blocked: hindrances.get(row.clue.id) ?? {},
  }));
}

/** Until when a waiting one is to be reviewed; after an appeal anew. */
const reviewDue = ({ created_at, appealed_at }: ClueRecord, settings: Settings): Date =>
  new Date(new Date(appealed_at ?? created_at).getTime() + settings["clue.review_hours"] * 3_600_000);

const dayLength = 86_400_000;

function toRow(viewed: Viewed, { user: caller, services }: Looking, settings: Settings, proposed: Ref | undefined) {
  const { clue: row, agent: from } = viewed;
  const now = services.now();
  const isPending = row.status === "pending";
  const due = reviewDue(row, settings);
  const isRunning = (row.status === "valid" || row.status === "visited") && row.protect_until !== null;
  const isOwn = ownsClue(caller, row, from.manager_id);
  return rowOf(ClueRow, row, {
    phone: shownPhone(row, from.manager_id, caller),
    is_masked: row.phone_e164 !== null && !isOwn,
    agent: { id: from.id, name: from.name },
    account: refOf(row.account_id, viewed.account_name),
    manager: refOf(from.manager_id, viewed.manager_name),
    estate: { id: row.estate_id, name: viewed.estate_name },
    layout: row.layout as ClueRow["layout"],
    purpose: row.purpose as ClueRow["purpose"],
    verdict: viewed.verdict,
    protect_days:
      isRunning && row.protect_until !== null
        ? Math.max(0, Math.floor((Date.parse(row.protect_until) - now.getTime()) / dayLength))
        : null,
    handler: refOf(row.handler_id, viewed.handler_name),
    review_due_at: isPending ? isoInstant(due) : null,
    is_overdue: isPending && due < now,
    customer: customerOf(viewed),
    suggested_handler: proposed ?? null,
    blocked: {},
    can: canDo(viewed, caller, now, isOwn),
  });
}

const customerOf = ({ clue: { customer_id }, sees_customer, customer_name, customer_no }: Viewed) =>
  customer_id === null
    ? null
    : { id: customer_id, name: (sees_customer ? customer_name : customer_no) ?? "", is_visible: sees_customer };

/** What the caller may do with a lead that they see (domain C.6). */
function canDo({ clue: row, verdict }: Viewed, caller: Caller, now: Date, isOwn: boolean): ClueRow["can"] {
  const { status } = row;
  const audits = caller.permissions.has("clue:clue:audit");
  const mayExtend = audits && row.extended_at === null && row.protect_until !== null;
  const isJudged = status === "pending" || (status === "valid" && row.phone_e164 === null);
  const appealEnd = appealUntil(row);
  return {
    // What a decided sheet speaks against does not pass.
    approve: audits && status === "pending" && (verdict === null || verdict === "this"),
    reject: audits && status === "pending",
    judge: audits && isJudged && row.collision !== null && verdict === null,
    visit:
      status === "valid" && caller.permissions.has("clue:clue:advance") && (row.handler_id === caller.id || audits),
    extend: mayExtend && (status === "valid" || status === "visited"),
    renew: mayExtend && status === "expired",
    appeal: audits && appealEnd !== null && appealEnd >= now,
    // With a deal it is the deal that is cancelled.
    cancel: audits && ["valid", "visited"].includes(status),
    reveal: !isOwn && row.phone_e164 !== null && caller.permissions.has("customer:phone:view"),
    call: isOwn && row.phone_e164 !== null,
  };
}

async function clueDetail(looking: Looking, viewed: Viewed): Promise<ClueDetail> {
  const { db, services } = looking;
  const { clue: row } = viewed;
  const settings = await readSettings(db);
  const now = services.now();
  const proposed = await proposedHandlers(looking, [row], settings);
  const hindrances = await hindrancesOf(db, [row], now);
  const shown = toRow(viewed, looking, settings, proposed.get(row.id));
  // While it may still be decided, as it is now; else what was found then.
  const isOpen = row.status === "pending" || (row.status === "valid" && row.phone_e164 === null);
  const live = isOpen ? ruledBy(await findAround(db, row, settings, now), row, settings, now).collision : null;
  const media = await shownPictures(looking, [...row.appeal_media_ids, ...row.visit_media_ids]);
  const [reviewer] = row.reviewed_by
    ? await db.select({ id: user.id, name: user.name }).from(user).where(eq(user.id, row.reviewed_by))
    : [];
  const until = appealUntil(row);
  return rowOf(ClueDetail, row, {
    ...shown,
    blocked: hindrances.get(row.id) ?? {},
    collision: shown.collision ?? live?.type ?? null,
    collision_certain: shown.collision_certain ?? live?.certain ?? null,
    can: {
      ...shown.can,
      // What has run out meanwhile hinders nobody.
      approve: shown.can.approve || (shown.can.reject && live === null),
      judge: shown.can.judge || (shown.can.approve && live !== null && shown.verdict === null),
    },
    collision_detail: live && staffCollision(live),
    reviewed_by: reviewer ?? null,
    appeal_media: media(row.appeal_media_ids),
    appeal_until: until && isoInstant(until),
    visit_media: media(row.visit_media_ids),
  });
}

export async function readClue(looking: Looking, id: number): Promise<ClueDetail> {
  const [viewed] = await selectClues(looking).where(eq(clue.id, id));
  return clueDetail(looking, seenClue(viewed));
}

export async function detailAfter(looking: Looking, id: number): Promise<ClueDetail> {
  const [viewed] = await selectClues(looking).where(eq(clue.id, id));
  return clueDetail(looking, found(viewed));
}

export async function logsOf(looking: Looking, id: number): Promise<ClueLog[]> {
  const { db } = looking;
  const [viewed] = await selectClues(looking).where(eq(clue.id, id));
  seenClue(viewed);
  const rows = await db
    .select({ line: clueLog, by: user.name, account: agentAccount.name })
    .from(clueLog)
    .leftJoin(user, eq(user.id, clueLog.by))
    .leftJoin(agentAccount, eq(agentAccount.id, clueLog.account_id))
    .where(eq(clueLog.clue_id, id))
    .orderBy(sql`${clueLog.id} desc`)
    .limit(200);
  const mediaIds = rows.flatMap(({ line }) => line.media_ids);
  const media = await shownPictures(looking, mediaIds);
  return rows.map(({ line, by, account }) =>
    rowOf(ClueLog, line, {
      by: by ?? account ?? "系统",
      media: media(line.media_ids),
    }),
  );
}

type Act<B> = (call: SignedCall, id: number, body: B) => Promise<void>;

/** An act whose form says from which version it was made: 40901 and the present record for an older one. */
export const fresh =
  <B extends { version?: number | undefined }>(act: Act<B>): Act<B> =>
  async (call, id, body) => {
    if (body.version !== undefined)
      await checkVersion(await peekClue(call, id), body.version, () => readClue(call, id));
    return act(call, id, body);
  };

export const reported: Source = {
  kind: "clue",
  from: sql`${clue}`,
  id: clue.id,
  at: clue.created_at,
  where: ({ user }, customerId) => and(eq(clue.customer_id, customerId), visibleClues(user)),
  show: async (call, ids) => {
    const rows = await selectClues(call).where(inArray(clue.id, ids));
    return byId(await toClueRows(call, rows), (row) => ({ kind: "clue", clue: ClueBrief.parse(row) }));
  },
};
