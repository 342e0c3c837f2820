import { and, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { AgentDetail, AgentFields, AgentRow } from "~/contract/agent/agent";
import { maskContact } from "~/contract/mask";
import { agent, agentAccount } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { district } from "~/server/database/tables/region/geography";
import { media, user } from "~/server/database/tables/system/system";
import { found, type Looking, pick, refuse, rowOf, rowsOf, type SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { unseal } from "~/server/lib/seal";
import { leaveAlone } from "~/server/lib/texts-in";
import { mediaOf, pictureUrl } from "~/server/resources/shared/upload";
import { visibleAgents } from "./scope";

export type AgentRecord = typeof agent.$inferSelect;

/** Under which its bank account is sealed. */
export const bankPurpose = { kind: "bank", name: "agent" } as const;

/** For so long an agent's reports count in the list. */
const reportDays = 90;

/** Accounts that take a place under an agent's limit. */
export const countsToLimit = (agentId: SQL | number) =>
  and(eq(agentAccount.agent_id, agentId), isNull(agentAccount.deleted_at), ne(agentAccount.status, "deregistered"));

/** Agents with what they name; the caller adds where, order and limit. */
export function selectAgents({ db, user: caller, services }: Looking) {
  const since = isoInstant(services.now().getTime() - reportDays * 86_400_000);
  // By `clue_agent`, an agent's leads of ninety days out of the index.
  const clues = (which: SQL) =>
    sql<number>`(select count(*)::int from ${clue} where ${clue.agent_id} = ${agent.id} and ${clue.created_at} >= ${since} and ${which})`;
  return db
    .select({
      agent,
      manager: user.name,
      city: district.name_zh,
      account_count: sql<number>`(select count(*)::int from ${agentAccount} where ${countsToLimit(sql`${agent.id}`)})`,
      report_count: clues(sql`true`),
      valid_count: clues(sql`${clue.status} in ('valid', 'visited', 'subscribed', 'contracted', 'settled')`),
      contract_count: clues(sql`${clue.status} in ('contracted', 'settled')`),
      is_visible: sql<boolean>`coalesce(${visibleAgents(caller)}, false)`,
    })
    .from(agent)
    .innerJoin(user, eq(user.id, agent.manager_id))
    .leftJoin(district, eq(district.id, agent.district_id));
}
export type Viewed = Awaited<ReturnType<typeof selectAgents>>[number];

function seenAgent(viewed: Viewed | undefined): Viewed {
  const one = found(viewed);
  if (one.agent.deleted_at) return refuse(40400);
  return one.is_visible ? one : refuse(40301);
}

export function toAgentRow({ agent: row, manager, city, ...counts }: Viewed, { user: caller }: Looking): AgentRow {
  const may = (code: Parameters<typeof caller.permissions.has>[0]) => caller.permissions.has(code);
  const isLive = row.status !== "deregistered";
  const mayEdit = isLive && may("agent:agent:edit");
  const isRunning = row.status === "active" || row.status === "expired";
  const { status } = row;
  return rowOf(AgentRow, row, {
    city,
    contact_phone: mayEdit ? row.contact_phone : (maskContact("phone", row.contact_phone) ?? ""),
    manager: { id: row.manager_id, name: manager },
    account_count: counts.account_count,
    report_count: counts.report_count,
    valid_count: counts.valid_count,
    contract_count: counts.contract_count,
    can: {
      edit: mayEdit,
      enable: status === "disabled" && may("agent:agent:disable"),
      disable: status === "active" && may("agent:agent:disable"),
      manager: mayEdit,
      accounts: may("agent:account:manage"),
      unregister: (isRunning || status === "disabled") && may("agent:agent:disable"),
      delete: mayEdit && status !== "deregistering",
    },
  });
}

export const maskAccount = (account: string) => (account ? `****${account.slice(-4)}` : null);

async function agentDetail(looking: Looking, viewed: Viewed): Promise<AgentDetail> {
  const { db, services } = looking;
  const { agent: row } = viewed;
  const list = toAgentRow(viewed, looking);
  const shown = (field: "email" | "wechat", value: string | null) =>
    list.can.edit ? value : maskContact(field, value);
  const [main] = await pick(
    db,
    agentAccount,
    ["id", "name"],
    and(eq(agentAccount.agent_id, row.id), agentAccount.is_main, isNull(agentAccount.deleted_at)),
  );
  const files = await filesOf(looking, [...row.license_media_ids, ...row.contract_media_ids]);
  const { logo_id, license_media_ids, contract_media_ids } = row;
  return rowOf(AgentDetail, row, {
    ...list,
    contact_email: shown("email", row.contact_email),
    wechat: shown("wechat", row.wechat),
    bank_account_masked: row.bank_account ? maskAccount(unseal(services, bankPurpose, row.bank_account)) : null,
    logo: logo_id ? pictureUrl(services, logo_id) : null,
    license_media: license_media_ids.flatMap((id) => files.get(id) ?? []),
    contract_media: contract_media_ids.flatMap((id) => files.get(id) ?? []),
    main_account: main ?? null,
  });
}

async function filesOf({ db, services }: Looking, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, AgentDetail["license_media"][number]>();
  const rows = await rowsOf(db, media, inArray(media.id, [...ids]));
  return new Map(
    rows.map((row) => {
      const { id, name, url, mime } = mediaOf(services, row);
      return [id, { id, name, url, mime }];
    }),
  );
}

/** The agent after an act on it: it may have left the caller's sight by that. */
export async function agentAfter(looking: Looking, id: number): Promise<AgentDetail> {
  const [viewed] = await selectAgents(looking).where(eq(agent.id, id));
  return agentDetail(looking, found(viewed));
}

export async function readAgent(looking: Looking, id: number): Promise<AgentDetail> {
  const [viewed] = await selectAgents(looking).where(eq(agent.id, id));
  return agentDetail(looking, seenAgent(viewed));
}

export async function lockSeen(call: SignedCall, id: number): Promise<AgentRecord> {
  const { db, user: caller } = call;
  const [row] = await db
    .select({ agent, is_visible: sql<boolean>`coalesce(${visibleAgents(caller)}, false)` })
    .from(agent)
    .where(and(eq(agent.id, id), isNull(agent.deleted_at)))
    .for("update");
  const one = found(row);
  leaveAlone(call, one.agent);
  return one.is_visible ? one.agent : refuse(40301);
}

export async function findSeen({ db, user: caller }: Looking, id: number): Promise<AgentRecord> {
  const [row] = await db
    .select({ agent, is_visible: sql<boolean>`coalesce(${visibleAgents(caller)}, false)` })
    .from(agent)
    .where(and(eq(agent.id, id), isNull(agent.deleted_at)));
  const one = found(row);
  return one.is_visible ? one.agent : refuse(40301);
}

export const agents = entity({
  table: agent,
  module: "agent",
  type: "agent",
  title: "代理",
  nameOf: ({ name }) => name,
  describe: ({ agent_no, name }) => `${agent_no} ${name}`,
  fields: AgentFields,
  hidden: ["bank_account", "logo_id", "license_media_ids", "contract_media_ids"],
  unique: "代理名称",
  present: agentAfter,
});
