import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { adminCode } from "~/contract/system/role";
import { parseRoleMap } from "~/contract/system/setting";
import {
  mostChanges,
  previewMinutes,
  type SyncChange,
  type SyncCounts,
  type SyncKind,
} from "~/contract/system/wecom-sync";
import type { Db, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { role, setting, team, user, wecomApart, wecomSync } from "~/server/database/tables/system/system";
import { colleagues } from "~/server/identity/caller";
import { superAdmins } from "~/server/identity/keep-admin";
import { audit } from "~/server/lib/audit";
import { found, type OwnTransactionCall, Refusal } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { notify } from "~/server/lib/notify";
import type { Services } from "~/server/lib/services";
import { isDemo, openSetting, readSettings } from "~/server/lib/settings";
import { lockAccounts } from "../staff/facts";
import { holdsRole } from "../staff/staff-list";
import { lockTeams } from "../team";
import { apply, changesOf, peopleHere, type Runner, viewsHere } from "./apply";
import { hashOf, type Local, type Plan, planOf } from "./plan";
import { type Remote, readRemote, SyncFailure } from "./remote";

export type RunRecord = typeof wecomSync.$inferSelect;
/** How many may leave at once without a person's word: so many, or this part of those who came by the sync. */
const leaversAtOnce = { least: 5, part: 0.05 };
const mostViews = 200;

/** Why WeCom cannot be asked; null where it can. */
export async function whyNotAsked(services: Services): Promise<string | null> {
  if (await isDemo(services.db)) return "演示数据不连接企业微信";
  const settings = await readSettings(services.db);
  const isSet =
    settings["wecom.corp_id"] !== "" &&
    openSetting(services, settings, "wecom.secret") !== "" &&
    openSetting(services, settings, "wecom.contact_secret") !== "";
  return isSet ? null : "请先在设置中心填写企业微信的企业ID、应用密钥和通讯录密钥";
}

/** Why the sync does not run by itself; null where it does. */
export async function whyOff(services: Services): Promise<string | null> {
  const { "wecom.sync_enabled": isOn } = await readSettings(services.db);
  return (await whyNotAsked(services)) ?? (isOn ? null : "设置中心的“企业微信组织同步”未开启");
}

/** Does all that a run would do, and takes it back. */
export async function preview(by: Runner): Promise<RunRecord> {
  const remote = await remoteFor(by.services);
  let record: Result | undefined;
  const takenBack = new Error("taken back");
  await by.services.db
    .transaction(async (tx) => {
      record = await work(tx, by, remote);
      throw takenBack;
    })
    .catch((error: unknown) => {
      if (error !== takenBack) throw error;
    });
  return keep(by.services.db, by, { ...found(record), kind: "preview", status: "done" });
}

/** Carries out what a person has seen in a preview. */
export async function confirm(
  by: Runner,
  hash: string,
  transaction: OwnTransactionCall["transaction"],
): Promise<RunRecord> {
  const { db, now } = by.services;
  const [seen] = await db
    .select({ id: wecomSync.id })
    .from(wecomSync)
    .where(
      and(
        eq(wecomSync.kind, "preview"),
        eq(wecomSync.hash, hash),
        gt(wecomSync.created_at, isoInstant(now().getTime() - previewMinutes * 60_000)),
      ),
    );
  if (!seen) throw new Refusal(40902, "预览已过期，请重新预览");
  const remote = await remoteFor(by.services);
  return transaction(async (tx) => {
    const result = await work(tx, by, remote);
    if (result.hash !== hash) throw new Refusal(40902, "企业微信或员工数据已变化，请重新预览");
    return keep(tx, by, { ...result, kind: "person", status: "done" });
  });
}

/** A run by itself: it stops for a person where too much would change. Answers undefined where the sync is off. */
export async function runByItself(services: Services, kind: "callback" | "daily"): Promise<RunRecord | undefined> {
  if ((await whyOff(services)) !== null) return undefined;
  const by: Runner = { user: "system", services };
  const { db } = services;
  try {
    const remote = await readRemote(services, await askedOf(db));
    return await db.transaction(async (tx) => {
      const { plan, reasons, ...result } = await planned(tx, services, remote);
      if (reasons.length)
        return tell(tx, services, await keep(tx, by, { ...result, reasons, kind, status: "stopped" }));
      await carryOut(tx, by, remote, plan);
      return keep(tx, by, { ...result, reasons, kind, status: "done" });
    });
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error;
    const { "wecom.corp_id": corp_id } = await readSettings(db);
    const failed = {
      ...{ corp_id, hash: null, reasons: [error.message] },
      ...{ counts: {}, rows: [], views: [], proposals: [] },
    };
    return db.transaction(async (tx) => tell(tx, services, await keep(tx, by, { ...failed, kind, status: "failed" })));
  }
}

/** WeCom's company, for a person who waits for it. */
async function remoteFor(services: Services): Promise<Remote> {
  const reason = await whyNotAsked(services);
  if (reason !== null) throw new Refusal(40902, reason);
  return readRemote(services, await askedOf(services.db)).catch(asRefusal);
}

export function asRefusal(error: unknown): never {
  throw error instanceof SyncFailure ? new Refusal(50300, error.message) : error;
}

async function askedOf(db: Db) {
  const settings = await readSettings(db);
  const ours = and(eq(user.wecom_corp_id, settings["wecom.corp_id"]), eq(user.status, "enabled"));
  const rows = await db.select({ userid: user.wecom_userid }).from(user).where(ours);
  return { rules: parseRoleMap(settings["wecom.role_map"]) ?? [], linked: rows.flatMap(({ userid }) => userid ?? []) };
}

type Result = Omit<RunRecord, "id" | "kind" | "status" | "user_id" | "created_at">;

/** What is to be done with what is here at this moment, which stays so until the commit. */
async function planned(tx: Transaction, services: Services, remote: Remote) {
  await lockTeams({ db: tx });
  await lockAccounts(tx);
  const local = await localOf(tx, remote);
  const plan = planOf(remote, local);
  const rows = changesOf(plan);
  return {
    ...{
      plan,
      corp_id: remote.corpId,
      hash: hashOf(remote, plan),
      reasons: await stopsOf(tx, services, remote, local, plan),
    },
    ...{
      counts: countsOf(rows),
      rows: rows.slice(0, mostChanges),
      views: [] as string[],
      proposals: [...plan.proposals],
    },
  };
}

async function work(tx: Transaction, by: Runner, remote: Remote): Promise<Result> {
  const { plan, ...result } = await planned(tx, by.services, remote).catch(asRefusal);
  const before = await viewsHere(tx);
  await carryOut(tx, by, remote, plan);
  const after = await viewsHere(tx);
  const views = [...after].flatMap(([id, { name, view }]) => (before.get(id)?.view === view ? [] : name));
  return { ...result, views: views.slice(0, mostViews) };
}

async function carryOut(tx: Transaction, by: Runner, remote: Remote, plan: Plan): Promise<void> {
  if (plan.teams.length + plan.people.length === 0) return;
  await apply(tx, by, remote.corpId, plan);
  const leavers = plan.people.filter(({ act }) => act === "disable").map(({ name }) => name);
  if (leavers.length) await tellLeavers(tx, by, leavers);
  const said = `团队${plan.teams.length}个、员工${plan.people.length}人`;
  await audit({ ...by, db: tx }, { module: "system", action: "update", summary: `同步企业微信组织：${said}` });
}

/** What leavers hold stays theirs until somebody hands it over. */
async function tellLeavers(tx: Transaction, by: Runner, names: readonly string[]): Promise<void> {
  const said = {
    ...{ category: "system" as const, title: "有员工离开企业微信，请办理离职交接" },
    content: `已停用：${names.join("、")}。名下的客户、询盘和日程保持不变，等待离职交接。`,
    link: "/system/user?status=disabled",
  };
  const told = (await superAdmins(tx)).map((user_id) => ({ user_id, ...said }));
  await notify(tx, by.services.now(), by.user === "system" ? null : by.user.id, told);
}

async function localOf(tx: Transaction, { corpId }: Remote): Promise<Local> {
  const settings = await readSettings(tx);
  const rules = parseRoleMap(settings["wecom.role_map"]) ?? [];
  const apart = await tx.select().from(wecomApart).where(eq(wecomApart.corp_id, corpId));
  return {
    teams: await tx.select().from(team).orderBy(team.id),
    people: await peopleHere(tx),
    apart: new Set(apart.map(({ userid }) => userid)),
    rules,
    roles: await rolesOf(
      tx,
      rules.map((one) => one.role),
    ),
  };
}

/** The roles that the rules may give: those that the person who wrote the rules holds to this day, super_admin never. */
async function rolesOf(tx: Transaction, codes: readonly string[]) {
  const [written] = await tx.select({ by: setting.updated_by }).from(setting).where(eq(setting.key, "wecom.role_map"));
  if (!written?.by || codes.length === 0) return new Map<string, number>();
  const [mapper] = await colleagues(tx, { where: eq(user.id, written.by), order: sql`1`, limit: 1 });
  const rows = await tx
    .select()
    .from(role)
    .where(and(inArray(role.code, [...codes]), eq(role.status, "enabled")));
  const held = rows.filter((one) => mapper && one.code !== adminCode && holdsRole(mapper, one));
  return new Map(held.map(({ code, id }) => [code, id]));
}

/** Why a person has to look first. */
async function stopsOf(tx: Transaction, { now }: Services, remote: Remote, { people }: Local, plan: Plan) {
  const [last] = await tx
    .select({ corp_id: wecomSync.corp_id })
    .from(wecomSync)
    .where(and(inArray(wecomSync.kind, ["person", "callback", "daily"]), eq(wecomSync.status, "done")))
    .orderBy(desc(wecomSync.id))
    .limit(1);
  const hour = isoInstant(now().getTime() - 3_600_000);
  const disabledIn = sql<number>`coalesce(sum((${wecomSync.counts} ->> 'person.disable')::int), 0)::int`;
  const [lately] = await tx
    .select({ count: disabledIn })
    .from(wecomSync)
    .where(
      and(inArray(wecomSync.kind, ["callback", "daily"]), eq(wecomSync.status, "done"), gt(wecomSync.created_at, hour)),
    );
  const leavers = plan.people.filter(({ act }) => act === "disable").length;
  const ours = people.filter(
    ({ wecom_corp_id, status }) => wecom_corp_id === remote.corpId && status === "enabled",
  ).length;
  const most = Math.max(leaversAtOnce.least, Math.floor(ours * leaversAtOnce.part));
  const isMany = leavers > 0 && leavers + (lately?.count ?? 0) > most;
  return [
    last ? last.corp_id !== remote.corpId && "企业ID与上次同步不同" : "首次同步须人工确认",
    plan.unseen > 0 && `应用的可见范围变小：${plan.unseen}个已同步的成员或部门看不到`,
    isMany && `一小时内将停用${leavers + (lately?.count ?? 0)}人，超过${most}人`,
  ].filter((one) => typeof one === "string");
}

function countsOf(rows: readonly SyncChange[]): SyncCounts {
  const counts: SyncCounts = {};
  for (const { of, act } of rows) counts[`${of}.${act}`] = (counts[`${of}.${act}`] ?? 0) + 1;
  return counts;
}

async function keep(
  db: Db,
  { user: who, services }: Runner,
  result: Result & { kind: SyncKind; status: RunRecord["status"] },
): Promise<RunRecord> {
  const user_id = who === "system" ? null : who.id;
  const values = { ...result, user_id, created_at: isoInstant(services.now()) };
  const [row] = await db.insert(wecomSync).values(values).returning();
  return found(row);
}

/** Tells the administrators of a run that did not end by itself, once a day for each reason. */
async function tell(tx: Transaction, { now }: Services, run: RunRecord): Promise<RunRecord> {
  const isStopped = run.status === "stopped";
  const title = isStopped ? "企业微信同步待确认" : "企业微信同步失败";
  const content = `${run.reasons.join("；")}。没有改动任何团队和员工。`;
  const told = (await superAdmins(tx)).map((user_id) => ({
    ...{ user_id, category: "system" as const, level: "warning" as const, title, content },
    link: "/system/user?tab=wecom",
    dedupe_key: `wecom_sync:${run.status}:${run.reasons.join("|")}:${dayOf(now())}:${user_id}`,
  }));
  await notify(tx, now(), null, told);
  return run;
}
