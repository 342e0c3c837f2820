import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Option } from "~/contract/common";
import { levels, manualStages, stages } from "~/contract/customer/customer-record";
import { tracking as contract, trackingTypes } from "~/contract/customer/tracking";
import { isoInstant } from "~/server/database/tables/columns";
import { tracking } from "~/server/database/tables/customer/customer";
import { eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import { found, refuse, refuseFields, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { dictionaryOptions } from "~/server/lib/option-values";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { type CustomerRecord, lockCustomerRow } from "./customer/row";
import { lockTracking, recount } from "./tracking/lock";
import { isSame, replanNext } from "./tracking/next-step";
import { exportTrackings, isEditable, selectTrackings, toTrackings, trackingPage } from "./tracking/tracking-view";
import { addTracking, auditTracking, factErrors, factsOf, moveCustomer, timed, trackingErrors } from "./tracking/write";

export const trackingHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, user } = call;
    const { list, ...page } = await trackingPage(db, query, user);
    return { ...page, list: await toTrackings(call, await readSettings(db), list) };
  }),

  serve(contract.options, async ({ db, query }) => {
    const asked = query.scenes ?? ["type", "result", "stage", "level"];
    const results = asked.includes("result") ? await dictionaryOptions(db, ["tracking_result"]) : {};
    const all = {
      type: optionsOf(trackingTypes),
      result: results.tracking_result ?? [],
      stage: stageOptions,
      level: optionsOf(levels),
    };
    return Object.fromEntries(asked.map((scene) => [scene, all[scene]]));
  }),

  serve(contract.create, async (call) => {
    const { customer_id, inquiry_id, clue_id, deal_id, ...facts } = call.body;
    const body = timed(call, facts);
    const { clue, deal, inquiry } = call.services.ofCustomer;
    if (clue_id !== null) await clue.checkFollowed(call, clue_id, customer_id);
    if (deal_id !== null) await deal.checkFollowed(call, deal_id, customer_id);
    const about = { inquiry_id, clue_id, deal_id };
    const { kept, ...done } = await addTracking(call, customer_id, body, await readSettings(call.db), about);
    // The inquiry has been answered: that cannot be undone.
    if (inquiry_id !== null) {
      await inquiry.follow(call, inquiry_id, customer_id, body.content);
      return { ...done, batch_id: null };
    }
    const permission = "customer:tracking:create";
    const what = { act: "track", targetType: "tracking", permission } as const;
    return { ...done, batch_id: await keepBatch(call, what, { done: [{ id: done.id, result: kept }], failed: [] }) };
  }),

  serve(contract.createBatch, async (call) => {
    const { customer_ids, ...facts } = call.body;
    const body = timed(call, facts);
    // An error in the follow-up itself is an error of its fields, not one per customer.
    const wrong = await factErrors(call, body);
    if (wrong.length) return refuseFields(wrong);
    const settings = await readSettings(call.db);
    const rows = await eachRow(call, customer_ids, (one, id) => addTracking(one, id, body, settings));
    return replyOf(rows, null);
  }),

  serve(contract.update, async (call) => {
    const { db, body, params, user, services } = call;
    const settings = await readSettings(db);
    const { row, about } = await lockTracking(call, params.id);
    if (row.user_id !== user.id) return refuse(40300);
    if (!isEditable(row, settings, services.now())) return refuse(40902);
    const wrong = await trackingErrors(call, body, about, row);
    if (wrong.length) return refuseFields(wrong);
    // A new owner plans the customer's next steps; the follow-up's words stay its author's.
    if (!isSame(row.next_at, body.next_at)) await lockCustomerRow(call, about.id);
    await correctMoves(call, row, about, body);
    await setRow(db, tracking, row.id, {
      ...factsOf(body, settings),
      stage_after: body.stage_after ?? row.stage_after,
      level_after: body.level_after ?? row.level_after,
      ...changedBy(call),
    });
    await recount(db, row.customer_id);
    await replanNext(call, about, row, body.next_at, settings);
    await auditTracking(call, "update", about, row.id, "编辑跟进");
    const rows = await selectTrackings(db, user).where(eq(tracking.id, row.id));
    return found((await toTrackings(call, settings, rows))[0]);
  }),

  serve(contract.remove, async (call) => {
    const { db, params, services } = call;
    const { row, about } = await lockTracking(call, params.id);
    const at = isoInstant(services.now());
    await setRow(db, tracking, row.id, { deleted_at: at, ...changedBy(call) });
    await recount(db, row.customer_id);
    await replanNext(call, about, row, null, await readSettings(db));
    await auditTracking(call, "delete", about, row.id, "删除跟进");
    return null;
  }),

  serve(contract.export, (call) => exportTrackings(call, call.query)),
];

const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The deal's stages are shown, but cannot be chosen. */
const stageOptions = optionsOf(stages).map((one) =>
  manualStages.some((stage) => stage === one.value) ? one : { ...one, disabled: true },
);

/** An edit may correct the stage and level that the follow-up set, while the customer still has them. */
async function correctMoves(
  call: SignedCall,
  row: typeof tracking.$inferSelect,
  about: CustomerRecord,
  body: z.output<typeof contract.update.body>,
): Promise<void> {
  const { stage_after, level_after, lost_reason } = body;
  const stage = stage_after ?? row.stage_after ?? about.stage;
  const level = level_after ?? row.level_after ?? about.level;
  const left = { stage: row.stage_after ?? row.stage_before, level: row.level_after ?? row.level_before };
  const isMoved = stage_after !== null && stage_after !== left.stage;
  const isGraded = level_after !== null && level_after !== left.level;
  if (!isMoved && !isGraded) return;
  const gone = (field: string, label: string) => [{ field, label, message: `客户此后已变更，请在客户资料中修改` }];
  if (isMoved && about.stage !== left.stage) return refuseFields(gone("stage_after", "更新阶段"));
  if (isGraded && about.level !== left.level) return refuseFields(gone("level_after", "更新等级"));
  if (isMoved && stage === "lost" && !lost_reason)
    return refuseFields([{ field: "lost_reason", label: "流失原因", message: "请选择流失原因" }]);
  await lockCustomerRow(call, about.id);
  await moveCustomer(call, about, {
    stage: isMoved ? stage : about.stage,
    level: isGraded ? level : about.level,
    lost_reason: isMoved ? (stage === "lost" ? lost_reason : null) : about.lost_reason,
  });
}
