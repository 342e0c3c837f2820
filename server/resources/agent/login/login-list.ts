import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { AgentLoginRow, agentLoginIntake, agentLogin as contract } from "~/contract/agent/agent-login";
import { maskContact } from "~/contract/mask";
import { cellOf, columnOf } from "~/contract/sheet";
import type { Db } from "~/server/database/database";
import { agent, agentAccount, agentLoginLog } from "~/server/database/tables/agent/agent";
import { type FileReply, found, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { choiceLabel } from "~/server/lib/dictionary";
import { dayOf, listOf, matching, orderOf, startOfDay, within } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";
import { serveSigned, takeOnce } from "~/server/resources/shared/intake";
import { visibleAgents } from "../agent/scope";
import { sessionsEndedAt, takeLogin } from "./take";

type Query = z.output<typeof contract.list.query>;

export const selectLogins = (db: Db) =>
  db
    .select({ login: agentLoginLog, agent: agent.name, account: agentAccount.name })
    .from(agentLoginLog)
    .leftJoin(agent, eq(agent.id, agentLoginLog.agent_id))
    .leftJoin(agentAccount, eq(agentAccount.id, agentLoginLog.account_id));
type Viewed = Awaited<ReturnType<typeof selectLogins>>[number];

export function toLoginRow({ login, agent: agentName, account }: Viewed): AgentLoginRow {
  const { agent_id, account_id, login_name, ...rest } = login;
  return {
    ...rest,
    agent: agent_id === null ? null : { id: agent_id, name: agentName ?? "" },
    account: account_id === null ? null : { id: account_id, name: account ?? "" },
    login_name: maskContact("phone", login_name) ?? "",
  };
}

const isInSight = (caller: Caller): SQL =>
  caller.scope("agent") === "all"
    ? sql`true`
    : sql`${agentLoginLog.agent_id} = any(array(select ${agent.id} from ${agent} where ${visibleAgents(caller)}))`;

function loginRows(query: Omit<Query, "page" | "page_size" | "sort">, caller: Caller): SQL | undefined {
  const { agent_id, account_id, remote } = query;
  return and(
    isInSight(caller),
    agent_id ? eq(agentLoginLog.agent_id, agent_id) : undefined,
    account_id ? eq(agentLoginLog.account_id, account_id) : undefined,
    ...matching(agentLoginLog, query, ["result", "platform"]),
    remote === undefined ? undefined : eq(agentLoginLog.is_remote, remote),
    ...within(agentLoginLog.at, query.at_from, query.at_to),
  );
}

const loginOrder = (sort: Query["sort"]): SQL => orderOf(agentLoginLog, sort, agentLoginLog.id);

async function loginSummary(db: Db, caller: Caller, now: Date) {
  const countOf = (which: SQL) => sql<number>`(count(*) filter (where ${which}))::int`;
  const isSuccess = eq(agentLoginLog.result, "success");
  const [row] = await db
    .select({
      logins: countOf(isSuccess),
      failed: countOf(sql`not ${isSuccess}`),
      remote: countOf(sql`${agentLoginLog.is_remote}`),
    })
    .from(agentLoginLog)
    .where(and(sql`${agentLoginLog.at} >= ${startOfDay(dayOf(now))}`, isInSight(caller)));
  return found(row);
}

const { shape } = AgentLoginRow;
const fields = [
  ...(["at", "agent", "account", "login_name", "platform", "method", "ip", "ip_region", "is_remote"] as const),
  ...(["device", "result", "fail_reason"] as const),
] as const satisfies (keyof AgentLoginRow)[];
const columns = fields.map((name) => columnOf(shape[name], name, name === "at" ? { kind: "second" } : {}));

async function exportLogins(call: SignedCall, query: z.output<typeof contract.export.query>): Promise<FileReply> {
  const { db, user } = call;
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  return sendList(call, await readSettings(db), {
    ...{ endpoint: contract.export, module: "agent", name: "代理登录记录", query, reason, columns },
    ...{ table: agentLoginLog, order: loginOrder(query.sort) },
    where: and(
      ...[loginRows(query, user), chosen(agentLoginLog.id, query.ids), ...whereRows(query.where, agentLoginLog)],
    ),
    async rows(ids) {
      const read = await selectLogins(db).where(inArray(agentLoginLog.id, ids));
      const ordered = inOrder(ids, read, ({ login }) => login.id);
      return ordered.map(toLoginRow).map((row) => fields.map((name) => cellOf(shape[name], row[name])));
    },
  });
}

export const agentLoginHandlers = [
  serve(contract.list, async ({ db, query, user, services }) => {
    const page = await listOf(
      db,
      query,
      {
        select: selectLogins(db).$dynamic(),
        from: agentLoginLog,
        where: loginRows(query, user),
        order: loginOrder(query.sort),
      },
      toLoginRow,
    );
    return { ...page, summary: await loginSummary(db, user, services.now()) };
  }),

  serve(contract.export, (call) => exportLogins(call, call.query)),

  serveSigned(agentLoginIntake.login, async (taking, body) => {
    const taken = await takeOnce(taking, { kind: "agent_login", external_id: body.external_id, content: body }, () =>
      takeLogin(taking, body),
    );
    return { ...taken, sessions_ended_at: await sessionsEndedAt(taking, taken.id) };
  }),
];
