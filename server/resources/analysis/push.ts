import { asc } from "drizzle-orm";
import type { z } from "zod";
import type { Briefing, analysis as contract } from "~/contract/analysis/analysis";
import type { BriefingType } from "~/contract/system/briefing-types";
import type { Db } from "~/server/database/database";
import { webhook } from "~/server/database/tables/system/admin";
import { audit } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { isDemo } from "~/server/lib/demo-flag";
import { emitTo, takes } from "~/server/lib/emit";
import { refuse } from "~/server/lib/refusal";
import { viewerOf } from "../customer/customer/view";
import { ownBriefing } from "./briefing";
import { briefingDays, briefingTitle } from "./period";
import { exactTelling } from "./telling";

export const briefingWebhooks = (db: Db) =>
  db
    .select({ id: webhook.id, name: webhook.name })
    .from(webhook)
    .where(takes("briefing.daily"))
    .orderBy(asc(webhook.name), asc(webhook.id));

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
export async function pushBriefing(
  call: SignedCall,
  { webhook_id, type, date }: z.output<typeof contract.push.body>,
): Promise<{ is_queued: boolean }> {
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
