import { and, count, desc, eq, gt, inArray, isNull, ne, type SQL } from "drizzle-orm";
import { wecomSync as contract, previewMinutes, type SyncDetail, type SyncRun } from "~/contract/system/wecom-sync";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { user, wecomApart, wecomSync } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { found, Refusal, refOf, refuse, type SignedCall, setRow } from "~/server/lib/call";
import { serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { linkMember } from "./staff/write";
import { countRemote } from "./wecom-sync/remote";
import { asRefusal, confirm, preview, type RunRecord, whyNotAsked, whyOff } from "./wecom-sync/run";

const runsShown = 20;

const selectRuns = (db: Db, where: SQL | undefined, limit: number) =>
  db
    .select({ run: wecomSync, name: user.name })
    .from(wecomSync)
    .leftJoin(user, eq(user.id, wecomSync.user_id))
    .where(where)
    .orderBy(desc(wecomSync.id))
    .limit(limit);

function toRun(run: RunRecord, name: string | null): SyncRun {
  const { id, kind, status, reasons, counts, created_at } = run;
  return { id, kind, status, reasons, counts, created_at, user: refOf(run.user_id, name) };
}

function toDetail(run: RunRecord, name: string | null): SyncDetail {
  const { hash, rows, views, proposals } = run;
  return { ...toRun(run, name), hash, rows, views, proposals };
}

/** The newest preview, unless it is too old or something was carried out since. */
async function openPreview(db: Db, { now }: Pick<Services, "now">) {
  const since = isoInstant(now().getTime() - previewMinutes * 60_000);
  const isFresh = and(eq(wecomSync.kind, "preview"), gt(wecomSync.created_at, since));
  const [open] = await selectRuns(db, isFresh, 1);
  if (!open) return undefined;
  const isLater = and(ne(wecomSync.kind, "preview"), eq(wecomSync.status, "done"), gt(wecomSync.id, open.run.id));
  return (await db.$count(wecomSync, isLater)) ? undefined : open;
}

/** What is proposed of a member. Afterwards the preview is another one. */
async function takeProposal({ db, services }: SignedCall, userid: string) {
  const open = await openPreview(db, services);
  const proposal = open?.run.proposals.find((one) => one.userid === userid);
  if (!open || !proposal) throw new Refusal(40902, "请重新预览");
  const proposals = open.run.proposals.filter((one) => one !== proposal);
  await setRow(db, wecomSync, open.run.id, { proposals, hash: null });
  return proposal;
}

export const wecomSyncHandlers = [
  serve(contract.state, async ({ db, services }) => {
    const { "wecom.corp_id": corpId } = await readSettings(db);
    const runs = await selectRuns(db, inArray(wecomSync.kind, ["person", "callback", "daily"]), runsShown);
    const open = await openPreview(db, services);
    const linked = and(eq(user.wecom_corp_id, corpId), isNull(user.deleted_at));
    return {
      off_reason: await whyOff(services),
      can_ask: (await whyNotAsked(services)) === null,
      linked: found((await db.select({ n: count() }).from(user).where(linked))[0]).n,
      runs: runs.map(({ run, name }) => toRun(run, name)),
      open: open ? toDetail(open.run, open.name) : null,
    };
  }),

  serve(contract.preview, async (call) => toDetail(await preview(call), call.user.name), { ownTransaction: true }),

  serve(contract.run, async (call) => toDetail(await confirm(call, call.body.hash, call.transaction), call.user.name), {
    ownTransaction: true,
  }),

  serve(contract.link, async (call) => {
    const { userid, user_id } = call.body;
    const proposal = await takeProposal(call, userid);
    if (proposal.user.id !== user_id) return refuse(40902);
    await linkMember(call, user_id, userid);
    return null;
  }),

  serve(contract.part, async (call) => {
    const { userid } = call.body;
    const { name, user: other } = await takeProposal(call, userid);
    const { "wecom.corp_id": corp_id } = await readSettings(call.db);
    await call.db.insert(wecomApart).values({ corp_id, userid, created_by: call.user.id }).onConflictDoNothing();
    const summary = `企业微信成员 ${name}（${userid}）不是员工 ${other.name}，另建账号`;
    await audit(call, { module: "system", action: "update", summary, target: { type: "user", ...other } });
    return null;
  }),

  serve(
    contract.test,
    async ({ services }) => {
      const reason = await whyNotAsked(services);
      if (reason !== null) throw new Refusal(40902, reason);
      return countRemote(services).catch(asRefusal);
    },
    { ownTransaction: true },
  ),
];
