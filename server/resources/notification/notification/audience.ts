import { type AnyColumn, isNull, ne, type SQL, sql } from "drizzle-orm";
import { type Endpoint, mayCall } from "~/contract/endpoint";
import type { FieldError } from "~/contract/errors";
import { labelOf } from "~/contract/field";
import { type Aimed, NotificationFields, namedBy } from "~/contract/notification/notification";
import { type Audience, listOfAudience, type SkipReason } from "~/contract/notification/notification-kinds";
import { agent, agentAccount } from "~/server/database/tables/agent/agent";
import { blacklist, customerUser } from "~/server/database/tables/customer/audience";
import { user, userRole } from "~/server/database/tables/system/system";
import { isInForce } from "~/server/identity/blacklist";
import { refuseFields } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { parseInput } from "~/server/lib/input";
import type { Services } from "~/server/lib/services";
import { checkAsked, whereRows } from "~/server/lib/where";
import { agentRows } from "~/server/resources/agent/agent/list";
import { visibleAgents } from "~/server/resources/agent/agent/scope";
import { userRows } from "~/server/resources/customer/customer-user/view";
import { staffRows } from "~/server/resources/system/staff/staff-list";
import { teamsBelow } from "~/server/resources/system/team";

interface Asking {
  user: Caller;
  services: Services;
}

export interface People {
  from: SQL;
  id: AnyColumn;
  where: SQL;
  /** Why somebody is left out whatever the channel; null: no reason. */
  skip: SQL<SkipReason | null>;
  phone: SQL<string | null>;
  email: SQL<string | null>;
  wecom: SQL<string | null>;
  name: SQL<string>;
  /** How the reader is called in a text; null: nobody knows. */
  called: SQL<string | null>;
}

/** What an address of a list has in addition to its filters. */
const beside = new Set(["page", "page_size", "sort", "group", "saved", "view"]);

/** A list's filters as an address writes them; ends the request with what is wrong about them: a filter that is not understood would be everybody. */
export function filterOf({ user: caller, services }: Asking, audience: Audience, text: string) {
  const list: Endpoint = listOfAudience[audience];
  const wrong = (message: string): never => refuseFields([filterError(message)]);
  if (!mayCall(caller, list)) return wrong(`您没有查看${list.summary}的权限，不能按其条件选择`);
  const given = [...new URLSearchParams(text.replace(/^.*\?/, ""))].filter(
    ([name, value]) => value !== "" && !beside.has(name),
  );
  const known = Object.keys((list.query as { shape?: object }).shape ?? {});
  const unknown = given.map(([name]) => name).filter((name) => !known.includes(name));
  if (unknown.length) return wrong(`${list.summary}没有条件 ${unknown[0]}`);
  if (given.length === 0) return wrong("请至少填写一个条件");
  try {
    const query = parseInput(list.query, Object.fromEntries(given)) as Record<string, unknown>;
    return checkAsked(list, query, services.now());
  } catch (error) {
    return wrong(`条件不正确：${messagesOf(error)}`);
  }
}

const filterError = (message: string): FieldError => ({
  field: "filter",
  label: labelOf(NotificationFields.shape.filter, "filter"),
  message,
});

function messagesOf(error: unknown): string {
  const { data } = error as { data?: { errors?: FieldError[] } | null };
  if (!data?.errors) throw error;
  return data.errors.map(({ label, message }) => `${label} ${message}`).join("；");
}

/** The recipients of a notification, as far as its sender sees them. People who have left are among them only where named. */
export function peopleOf(asking: Asking, aim: Aimed): People {
  return { staff, agent: accounts, user: users }[aim.audience](asking, aim);
}

const all = (conditions: readonly (SQL | undefined)[]) =>
  sql.join(
    conditions.flatMap((one) => one ?? []),
    sql` and `,
  );

const isOne = (id: AnyColumn, ids: readonly number[]) => sql`${id} = any(${sql.param(ids)}::bigint[])`;

function staff(asking: Asking, { scope, filter, ...aim }: Aimed): People {
  const teams = aim.team_ids.map((id) => sql`${user.team_id} in (${teamsBelow(id)})`);
  const chosen = {
    all: undefined,
    agent_level: sql`false`,
    country: sql`false`,
    role: sql`exists (select 1 from ${userRole} where ${userRole.user_id} = ${user.id} and ${isOne(userRole.role_id, aim.role_ids)})`,
    team: sql`(${sql.join([sql`false`, ...teams], sql` or `)})`,
    custom: isOne(user.id, aim[namedBy.staff]),
    filter: scope === "filter" ? filtered(asking, "staff", filter) : undefined,
  }[scope];
  return {
    from: sql`${user}`,
    id: user.id,
    where: all([
      isNull(user.deleted_at),
      seen(asking.user),
      scope === "custom" ? undefined : ne(user.status, "resigned"),
      chosen,
    ]),
    skip: sql`case ${user.status} when 'resigned' then 'left' when 'disabled' then 'disabled' end`,
    phone: sql`${user.phone_e164}`,
    email: sql`${user.email}`,
    wecom: sql`${user.wecom_userid}`,
    name: sql`${user.name}`,
    called: sql`${user.name}`,
  };
}

/** Colleagues as the sender's data scope holds them. */
function seen(caller: Caller): SQL {
  const scope = caller.scope("user");
  if (scope === "all") return sql`true`;
  if (scope === "none") return sql`false`;
  const own = sql`${user.id} = ${caller.id}`;
  return scope === "self" ? own : sql`(${own} or ${user.team_id} = any(${sql.param(caller.teamIds)}::bigint[]))`;
}

function accounts(asking: Asking, { scope, filter, ...aim }: Aimed): People {
  const chosen = {
    all: undefined,
    role: sql`false`,
    team: sql`false`,
    agent_level: sql`${agent.level} = any(${sql.param(aim.agent_levels)}::text[])`,
    country: sql`${agent.country_code} = any(${sql.param(aim.countries)}::text[])`,
    custom: isOne(agent.id, aim[namedBy.agent]),
    filter: scope === "filter" ? filtered(asking, "agent", filter) : undefined,
  }[scope];
  const hasLeft = sql`(${agent.status} = 'deregistered' or ${agentAccount.status} = 'deregistered')`;
  const isBarred = barred(asking, (entry) =>
    sql.join(
      [
        sql`select one.id from ${entry} join agent_account one on entry.type = 'phone' and one.login_phone_e164 = entry.value`,
        sql`select one.id from ${entry} join agent_account one on entry.type = 'email' and one.email = entry.value`,
      ],
      sql` union all `,
    ),
  );
  return {
    from: sql`${agentAccount} join ${agent} on ${agent.id} = ${agentAccount.agent_id}`,
    id: agentAccount.id,
    where: all([
      isNull(agentAccount.deleted_at),
      visibleAgents(asking.user),
      scope === "custom" ? undefined : sql`not ${hasLeft}`,
      chosen,
    ]),
    skip: sql`case when ${hasLeft} then 'left' when ${agent.status} = 'deregistering' then 'unregistering'
      when ${agent.status} = 'disabled' or ${agentAccount.status} = 'disabled' then 'disabled'
      when ${agentAccount.id} in (${isBarred}) then 'no_contact' end`,
    phone: sql`${agentAccount.login_phone_e164}`,
    email: sql`${agentAccount.email}`,
    wecom: sql`null`,
    name: sql`${agentAccount.name}`,
    called: sql`${agentAccount.name}`,
  };
}

function users(asking: Asking, { scope, filter, ...aim }: Aimed): People {
  const chosen = {
    all: undefined,
    role: sql`false`,
    team: sql`false`,
    agent_level: sql`false`,
    country: sql`${customerUser.country_code} = any(${sql.param(aim.countries)}::text[])`,
    custom: isOne(customerUser.id, aim[namedBy.user]),
    filter: scope === "filter" ? filtered(asking, "user", filter) : undefined,
  }[scope];
  // By the account itself, by its contacts, by the customer that it is, and by that one's contacts.
  const isBarred = barred(asking, (entry) =>
    sql.join(
      [
        sql`select one.id from ${entry} join customer_user one on one.id = case when entry.type = 'user' then entry.value::bigint end`,
        sql`select one.id from ${entry} join customer_user one on one.id = entry.customer_user_id`,
        sql`select one.id from ${entry} join customer_user one on entry.type = 'phone' and one.phone_e164 = entry.value`,
        sql`select one.id from ${entry} join customer_user one on entry.type = 'email' and one.email = entry.value`,
        sql`select one.id from ${entry} join customer_user one on one.customer_id = entry.customer_id`,
        sql`select one.id from ${entry} join customer_contact contact on contact.type = entry.type and contact.value_norm = entry.value
          join customer_user one on one.customer_id = contact.customer_id`,
      ],
      sql` union all `,
    ),
  );
  return {
    from: sql`${customerUser}`,
    id: customerUser.id,
    where: all([sql`true`, scope === "custom" ? undefined : ne(customerUser.status, "unregistered"), chosen]),
    skip: sql`case ${customerUser.status} when 'unregistered' then 'left' when 'unregistering' then 'unregistering'
      when 'disabled' then 'disabled' else case when ${customerUser.id} in (${isBarred}) then 'no_contact' end end`,
    phone: sql`${customerUser.phone_e164}`,
    email: sql`${customerUser.email}`,
    wecom: sql`null`,
    name: sql`coalesce(${customerUser.nickname}, ${customerUser.user_no})`,
    called: sql`${customerUser.nickname}`,
  };
}

/** The people the blacklist says not to contact: few, found by their entries once for the whole audience. */
function barred({ services }: Asking, found: (entry: SQL) => SQL): SQL {
  const now = services.now();
  const entry = sql`(select ${blacklist.type}, ${blacklist.value}, ${blacklist.customer_id}, ${blacklist.customer_user_id} from ${blacklist}
    where ${isInForce(now)} and ${blacklist.effects} ? 'no_contact') entry`;
  return found(entry);
}

/** The people that the audience's list shows under these filters. */
function filtered(asking: Asking, audience: Audience, text: string | null): SQL {
  const query = filterOf(asking, audience, text ?? "");
  const rows = {
    // What the list's own query schema has read.
    staff: () => [staffRows(query as Parameters<typeof staffRows>[0]), user] as const,
    agent: () => [agentRows(asking, query as Parameters<typeof agentRows>[1]), agent] as const,
    user: () => [userRows(query as Parameters<typeof userRows>[0], asking.user), customerUser] as const,
  }[audience];
  const [where, table] = rows();
  const asked = whereRows(query.where as Parameters<typeof whereRows>[0], table);
  return sql`(${sql.join([where, ...asked], sql` and `)})`;
}
