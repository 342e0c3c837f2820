import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { permissions as allCodes, type DataScope, type Permission } from "~/contract/permissions";
import { accountStatement } from "~/server/database/tables/clue/statement";
import { isoInstant } from "~/server/database/tables/columns";
import { requirement, transferRequest } from "~/server/database/tables/customer/customer";
import { mansion } from "~/server/database/tables/house/property";
import { chatSession } from "~/server/database/tables/inquiry/chat";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { country, currency } from "~/server/database/tables/region/geography";
import { appVersion, broker } from "~/server/database/tables/system/admin";
import {
  batch,
  comment,
  exportTask,
  importTask,
  message,
  operationLog,
  option,
  role,
  session,
  userRole,
} from "~/server/database/tables/system/system";
import type { Services } from "~/server/lib/services";
import { fileOffline } from "~/server/resources/house/estate-audit/file";
import { exportStorage } from "~/server/resources/shared/export/keep";
import { makeAccount, makeAgent } from "~/test/support/agent";
import { makeClue } from "~/test/support/clue";
import { makeAttachment, makeBilling, makeDeal } from "~/test/support/deal";
import { makeEstate, makeRoom, makeUnit } from "~/test/support/estate";
import {
  days,
  makeAnnex,
  makeBlacklist,
  makeCustomer,
  makeCustomerUser,
  makeInquiry,
  makeMedia,
  makeRequirement,
  makeSchedule,
  makeTeam,
  makeTracking,
  makeUnregister,
  makeUser,
  makeWebhook,
  testNow,
} from "~/test/support/factories";
import { putApplication, putMansion, wardOf } from "~/test/support/mansion-application";
import { makeTracker } from "~/test/support/tracker";
import type { Kind, Owner, Relation, Who } from "./relations";

/** The account of an agent of this world. */
export const accountOf = (agentId: number) => 1_000_000 + agentId;

/** A number that no row has. */
const noSuchId = 999_999_999;

/** Domain A.1, by hand. */
const roleScopes: Record<string, { scope: DataScope; but?: Record<string, DataScope> }> = {
  super_admin: { scope: "all" },
  sales_manager: { scope: "team" },
  sales: { scope: "self" },
  channel_manager: { scope: "team", but: { agent: "self", clue: "self", statement: "self" } },
  estate_manager: { scope: "all", but: { customer: "none" } },
  content_editor: { scope: "all", but: { customer: "none", deal: "none" } },
  seo_editor: { scope: "all", but: { customer: "none", deal: "none" } },
  finance: { scope: "all" },
  customer_service: { scope: "self", but: { customer: "all", inquiry: "all" } },
};
const widths: readonly DataScope[] = ["none", "self", "team", "all"];

/** Callers beyond the nine roles: every code with each scope, no team, two roles at once (the widest scope counts, domain A.1), and no code at all. */
const others: Record<string, { codes: readonly Permission[]; scope: DataScope; and?: string; hasTeam?: boolean }> = {
  "every code, none": { codes: allCodes, scope: "none" },
  "every code, self": { codes: allCodes, scope: "self" },
  "every code, team": { codes: allCodes, scope: "team" },
  "every code, all": { codes: allCodes, scope: "all" },
  "every code, team, without a team": { codes: allCodes, scope: "team", hasTeam: false },
  "every code, self, and customer_service": { codes: allCodes, scope: "self", and: "customer_service" },
  "no code": { codes: [], scope: "all" },
};

export interface Caller extends Who {
  name: string;
  id: number;
  token: string;
}

type Id = number | string;
export type World = Awaited<ReturnType<typeof makeWorld>>;

/** The people of the proof, and rows in every relation to them, each made when it is first asked for. */
export async function makeWorld(services: Services, tokenOf: (userId: number) => Promise<string>) {
  const { db } = services;
  /** Inserts a row; gives its number. */
  const put = async <T extends PgTable>(table: T, values: T["$inferInsert"]) =>
    one((await db.insert(table).values(values).returning()) as unknown as { id: number }[]); // of a table with numbers
  const top = await makeTeam(db);
  const mine = await makeTeam(db, { parent_id: top.id });
  const child = await makeTeam(db, { parent_id: mine.id });
  const grandchild = await makeTeam(db, { parent_id: child.id });
  const beside = await makeTeam(db, { parent_id: top.id });
  const seller = async (team_id: number | null) => (await makeUser(db, { role: "sales", team_id })).id;
  const people: Record<Exclude<Owner, "own" | "nobody">, number> = {
    colleague: await seller(mine.id),
    childTeam: await seller(child.id),
    grandchildTeam: await seller(grandchild.id),
    parentTeam: await seller(top.id),
    otherTeam: await seller(beside.id),
    noTeam: await seller(null),
  };
  /** A seller of the caller's team, in no relation. */
  const taker = await seller(mine.id);
  /** A seller of another team, in no relation. */
  const applicant = await seller(beside.id);
  /** A seller of a separate team. */
  const stranger = await seller((await makeTeam(db)).id);
  const leftover = await makeCustomer(db);
  const estate = await makeEstate(db);
  const room = await makeRoom(db, { estate_id: estate.id });

  async function join(name: string, codes: Iterable<string>, scope: Caller["scope"], given: object, hasTeam = true) {
    const { id } = await makeUser(db, { team_id: hasTeam ? mine.id : null, ...given });
    const caller: Caller = {
      ...{ name, id, token: await tokenOf(id), codes: new Set(codes), scope, hasTeam },
      isSuper: name === "super_admin",
    };
    return caller;
  }
  const roles = await db
    .select()
    .from(role)
    .where(inArray(role.code, Object.keys(roleScopes)));
  const scopeOf = (code: string, resource: string) => roleScopes[code]?.but?.[resource] ?? roleScopes[code]?.scope;
  const callers: Caller[] = [];
  for (const { code, permissions } of roles)
    callers.push(await join(code, permissions, (resource) => scopeOf(code, resource) ?? "none", { role: code }));
  for (const [name, { codes, scope, and, hasTeam }] of Object.entries(others)) {
    const widest = (resource: string) => {
      const second = and ? (scopeOf(and, resource) ?? "none") : "none";
      return widths.indexOf(second) > widths.indexOf(scope) ? second : scope;
    };
    const caller = await join(name, codes, widest, { permissions: codes, scope }, hasTeam);
    const extra = roles.find(({ code }) => code === and);
    if (extra) await db.insert(userRole).values({ user_id: caller.id, role_id: extra.id });
    callers.push(caller);
  }

  const ownerId = (caller: Caller, owner: Owner): number | null =>
    owner === "own" ? caller.id : owner === "nobody" ? null : people[owner];
  const holder = (caller: Caller, owner: Owner): number => ownerId(caller, owner) ?? people.noTeam;

  async function customerIn(caller: Caller, { state, owner }: Pick<Relation, "state" | "owner">): Promise<number> {
    const id = ownerId(caller, owner);
    const gone = { last_owner_id: id, deleted_at: days(-1), pool_at: null, pool_reason: null };
    const given: Record<string, object> = {
      owned: { owner_id: id },
      pool: { last_owner_id: id },
      recycled: gone,
      merged: { ...gone, merged_to_id: leftover.id },
      destroyed: { ...gone, destroyed_at: days(0), name: "已删除客户" },
    };
    return (await makeCustomer(db, given[state])).id;
  }
  async function requirementIn(caller: Caller, { about, owner }: Relation): Promise<number> {
    const customer_id = await customerIn(caller, about ?? { state: "owned", owner });
    return (await makeRequirement(db, { customer_id })).id;
  }
  const fileOf = async (caller: Caller, owner: Owner, given: object) =>
    (await makeMedia(db, { uploader: holder(caller, owner), ...given })).id;
  async function taskOf(caller: Caller, owner: Owner, kind: string): Promise<number> {
    const error_key = `import/${randomUUID()}`;
    await services.storage.write(error_key, new Blob(["rows"]).stream(), 100);
    const files = { name: "名单.xlsx", file_key: "none", error_key, dry_run: false };
    const values = { user_id: holder(caller, owner), kind, ...files };
    return put(importTask, { ...values, status: "done" });
  }
  async function transferIn(caller: Caller, { state }: Relation, owner: Owner, applicantId: number): Promise<number> {
    const owner_id = holder(caller, owner);
    const { id: customer_id } = await makeCustomer(db, { owner_id });
    const status = state === "closed" ? "cancelled" : "pending";
    const values = { customer_id, applicant_id: applicantId, owner_id, reason: "老客户介绍", status } as const;
    return put(transferRequest, values);
  }

  const makers: Record<string, (caller: Caller, relation: Relation, of: string) => Promise<Id>> = {
    customer: customerIn,
    followUp: async (caller, { state, owner, about }) => {
      const customer_id = await customerIn(caller, about ?? { state: "owned", owner });
      const deleted_at = state === "deleted" ? days(0) : null;
      const at = { created_at: isoInstant(testNow), deleted_at };
      return (await makeTracking(db, { customer_id, user_id: holder(caller, owner), ...at })).id;
    },
    inquiry: async (caller, { state, owner }) => {
      const given = {
        assigned: { assignee_id: ownerId(caller, owner) },
        open: {},
        closed: { status: "closed" as const, close_reason: "不再需要" },
        deleted: { assignee_id: caller.id, deleted_at: days(-1) },
      }[state];
      return (await makeInquiry(db, given)).id;
    },
    chat: async (caller, { state, owner }) => {
      const assignee_id = state === "assigned" ? ownerId(caller, owner) : state === "deleted" ? caller.id : null;
      const deleted_at = state === "deleted" ? days(-1) : null;
      const { id } = await makeInquiry(db, { kind: "chat", assignee_id, deleted_at });
      await db.insert(chatSession).values({ inquiry_id: id, token_hash: `scope-${id}`, assignee_id });
      return id;
    },
    visaCase: async (caller, relation) => {
      const id = Number(await makers.inquiry?.(caller, relation, ""));
      await db
        .update(inquiry)
        .set({ kind: "visa", ext: { nationality: "CN" } })
        .where(eq(inquiry.id, id));
      return id;
    },
    // With an account whose number follows from its own.
    agent: async (caller, { state, owner }) => {
      const deleted_at = state === "deleted" ? days(-1) : null;
      const { id } = await makeAgent(db, { manager_id: holder(caller, owner), deleted_at });
      await makeAccount(db, { agent_id: id, id: accountOf(id) });
      return id;
    },
    deal: async (caller, { owner }) => (await dealIn(caller, owner)).id,
    dealFile: async (caller, { owner }) => {
      const { id } = await dealIn(caller, owner);
      return (await makeAttachment(db, id, "id", holder(caller, owner))).id;
    },
    billing: async (caller, { owner }) => (await makeBilling(db, { deal_id: (await dealIn(caller, owner)).id })).id,
    clue: async (caller, { state, owner }) => {
      const isHandled = state === "handled";
      const { id: agent_id } = await makeAgent(db, { manager_id: isHandled ? stranger : holder(caller, owner) });
      const handler_id = isHandled ? holder(caller, owner) : null;
      return (await makeClue(db, { agent_id, estate_id: estate.id, handler_id })).id;
    },
    statement: async (caller, { owner }) => {
      const { id: agent_id } = await makeAgent(db, { manager_id: holder(caller, owner) });
      const none = { total_amount: "0.00", adjust_total: "0.00", tax_amount: "0.00", payable_total: "0.00" };
      const values = {
        statement_no: `DZ${randomUUID()}`,
        agent_id,
        settle_cycle: "per_deal",
        currency: "JPY",
      } as const;
      const period = { period_from: "2026-11-01", period_to: "2026-11-30", item_count: 0, ...none };
      return put(accountStatement, { ...values, ...period });
    },
    requirement: requirementIn,
    closedRequirement: async (caller, relation) => {
      const id = await requirementIn(caller, relation);
      await db.update(requirement).set({ status: "closed" }).where(eq(requirement.id, id));
      return id;
    },
    lockedCustomer: async (caller, { owner }) => {
      const locked = { is_locked: true, locked_until: days(9) };
      return (await makeCustomer(db, { owner_id: ownerId(caller, owner), ...locked })).id;
    },
    doneSchedule: async (caller, { owner }) => {
      const done = { status: "done" as const, done_at: days(0) };
      return (await makeSchedule(db, { user_id: holder(caller, owner), ...done })).id;
    },
    albumFile: (caller, { state, owner }) =>
      fileOf(caller, owner, {
        ...{ scene: "album", is_private: false, created_at: isoInstant(testNow) },
        ...(state === "uploading" ? { status: "uploading" } : {}),
      }),
    annex: async (caller, relation) => {
      const requirement_id = await requirementIn(caller, relation);
      const media_id = await fileOf(caller, "colleague", { scene: "annex" });
      return (await makeAnnex(db, { requirement_id, media_id })).id;
    },
    transferOfOwner: (caller, relation) => transferIn(caller, relation, relation.owner, applicant),
    transferOfApplicant: (caller, relation) =>
      transferIn(caller, relation, "parentTeam", holder(caller, relation.owner)),
    schedule: async (caller, { owner }) => (await makeSchedule(db, { user_id: holder(caller, owner) })).id,
    person: async (caller, { state, owner }) => {
      if (state === "present") return holder(caller, owner);
      const given = state === "disabled" ? { status: "disabled" as const } : { deleted_at: days(-1) };
      return (await makeUser(db, { role: "sales", team_id: mine.id, ...given })).id;
    },
    message: async (caller, { owner }) => {
      const values = { user_id: holder(caller, owner), category: "system" as const, title: "通知" };
      return put(message, values);
    },
    session: async (caller, { state, owner }) => {
      const id = randomUUID();
      if (state === "missing") return id;
      const values = { id, user_id: holder(caller, owner), method: "password" };
      await db.insert(session).values({ ...values, created_at: days(-1), expires_at: days(5) });
      return id;
    },
    comment: async (caller, { state, owner, about }) => {
      const owner_id = await customerIn(caller, about ?? { state: "owned", owner });
      const at = { created_at: isoInstant(testNow), created_by: holder(caller, owner) };
      const deleted_at = state === "deleted" ? days(0) : null;
      const values = { owner_type: "customer" as const, owner_id, content: "看看", deleted_at, ...at };
      return put(comment, values);
    },
    exportTask: async (caller, { owner }) => {
      const file_key = `exports/${randomUUID()}.xlsx`;
      await exportStorage(services).write(file_key, new Blob(["xlsx"]).stream(), 100);
      const facts = { title: "客户", request: "/crm/customer/export", row_count: 1, file_name: "客户.xlsx" };
      const kept = { status: "done" as const, file_key, permission: "customer:info:export" as const };
      const values = { ...facts, ...kept, user_id: holder(caller, owner), created_at: isoInstant(testNow) };
      return put(exportTask, values);
    },
    importTask: (caller, { state, owner }, of) =>
      taskOf(caller, owner, state !== "present" ? "other" : of === "unit" ? `unit:${estate.id}` : of),
    shownFile: (caller, { state, owner }, scene) =>
      fileOf(caller, owner, {
        scene: state === "private" ? "annex" : scene,
        is_private: state === "private",
        ...(state === "uploading" ? { status: "uploading" } : {}),
      }),
    batch: async (caller, { owner }) => {
      const values = { act: "tag", target_type: "customer", permission: "customer:info:edit", count: 0 };
      const user_id = holder(caller, owner);
      return put(batch, { ...values, user_id, created_at: days(0) });
    },
    file: async (caller, { state, owner }) => {
      const scenes: Record<string, object> = {
        private: { scene: "tracking" },
        public: { scene: "album", is_private: false },
        sealed: { scene: "annex" },
        uploading: { scene: "tracking", status: "uploading" },
      };
      return fileOf(caller, owner, scenes[state] ?? {});
    },
    unit: async (caller, { state, owner }) => {
      const held = { status: "held" as const, held_by: holder(caller, owner), held_until: days(1) };
      const given = { estate_id: estate.id, room_id: room.id };
      return (await makeUnit(db, { ...given, ...(state === "held" ? held : {}) })).id;
    },
    estateAudit: (caller, { owner }) => auditBy(holder(caller, owner)),
  };
  async function dealIn(caller: Caller, owner: Relation["owner"]) {
    const { id: customer_id } = await makeCustomer(db, { owner_id: holder(caller, owner) });
    return makeDeal(db, { customer_id, estate_id: estate.id, owner_id: holder(caller, owner) });
  }
  async function auditBy(id: number): Promise<number> {
    const about = await makeEstate(db);
    const submitter = { type: "user" as const, id, name: "林录入" };
    return (await fileOffline({ db, services }, about, { reason: "开发商停售", submitter })).id;
  }
  makers.finishedFile = makers.file ?? never;
  makers.attachedFile = makers.file ?? never;
  for (const [kind, scene] of Object.entries({ evidenceFile: "evidence", annexFile: "annex" }))
    makers[kind] = (caller, { state, owner }) =>
      fileOf(caller, owner, { scene, ...(state === "uploading" ? { status: "uploading" } : {}) });

  /** Records that have no owner. */
  const records: Record<string, (state: string) => Promise<Id>> = {
    customerUser: async () => (await makeCustomerUser(db)).id,
    blacklist: async () => (await makeBlacklist(db, { type: "phone", value: "+8613700000000" })).id,
    unregister: async () => (await makeUnregister(db)).id,
    none: async () => "none",
    estate: async (state) => (await makeEstate(db, state === "deleted" ? { deleted_at: days(-1) } : {})).id,
    room: async (state) =>
      (state === "of another" ? await makeRoom(db, { estate_id: (await makeEstate(db)).id }) : room).id,
    unit: async () => (await makeUnit(db, { estate_id: estate.id, room_id: room.id })).id,
    audit: () => auditBy(people.noTeam),
    mansion: async (state) => {
      const { id } = await putMansion(db, { mansion_no: `LD${randomUUID()}`, name: `楼栋${known.size}` });
      if (state === "deleted")
        await db
          .update(mansion)
          .set({ deleted_at: days(-1) })
          .where(eq(mansion.id, id));
      return id;
    },
    application: async () => (await putApplication(db, services)).id,
    staff: async (state) =>
      (await makeUser(db, { team_id: mine.id, ...(state === "deleted" ? { deleted_at: days(-1) } : {}) })).id,
    team: async () => (await makeTeam(db)).id,
    role: async () => put(role, { ...named("role"), data_scope: "self" }),
    broker: async (state) => {
      const contact = { contact_name: "林", phone_cc: "86", phone: "13800000000", broker_no: `BK${randomUUID()}` };
      const deleted_at = state === "deleted" ? days(-1) : null;
      return put(broker, { ...contact, name: "云汀", type: "company", deleted_at });
    },
    tracker: async (state) =>
      (await makeTracker(db, { code: randomUUID(), deleted_at: state === "deleted" ? days(-1) : null })).id,
    version: async () => {
      const facts = { platform: "ios" as const, version: "9.9.9", build: 1, update_type: "optional" as const };
      return put(appVersion, { ...facts, title: "新版", notes: "修复问题" });
    },
    webhook: async () => (await makeWebhook(db, ["customer.assigned"])).id,
    line: async () => put(operationLog, { user_name: "系统", module: "system", action: "update", summary: "一行" }),
    option: async () => one(await db.select().from(option).where(eq(option.scene, "customer_source")).limit(1)),
    country: async () => one(await db.select().from(country).where(eq(country.code, "JP"))),
    currency: async () => one(await db.select().from(currency).where(eq(currency.code, "JPY"))),
    district: () => wardOf(db),
  };
  const named = (word: string) => ({
    code: `${word}_${randomUUID().replaceAll(/[^a-z]/g, "")}`,
    name: `${word}${known.size}`,
  });

  const ownerless = (name: string, state: string) => (records[name] ?? never)(state);

  const known = new Map<string, Promise<Id>>();
  return {
    callers,
    taker,
    estate,
    room,
    /** The number of a row in that relation; of several the `copy`. */
    row(kind: Kind, caller: Caller, relation: Relation, copy = ""): Promise<Id> {
      if (relation.state === "missing" && kind !== "session") return Promise.resolve(noSuchId);
      const isOwnerless = kind === "record" || kind === "softRecord" || kind === "partRecord";
      const isOwn = relation.owner === "own" || relation.about?.owner === "own";
      const key = JSON.stringify([kind, relation, isOwn ? caller.id : 0, copy]);
      const made =
        known.get(key) ??
        (isOwnerless ? ownerless(copy, relation.state) : (makers[kind] ?? never)(caller, relation, copy));
      known.set(key, made);
      return made;
    },
  };
}

function one(rows: { id: number }[]): number {
  const [row] = rows;
  if (!row) throw new Error("nothing was inserted");
  return row.id;
}

function never(): never {
  throw new Error("no such kind of record");
}
