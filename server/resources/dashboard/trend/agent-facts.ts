import { type SQL, sql } from "drizzle-orm";
import { agent, agentLoginLog } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { dayOf, startOfDay, within } from "~/server/lib/list";
import { all, type Days, dayIn } from "~/server/resources/shared/figure";
import { seenAgents } from "../../agent/figures";
import { type Asked, type Fact, type Facts, momentFact, presentFact } from "./fact";

const newest = sql`${agent.id} desc`;

/** Agents of the channel managers in somebody's scope. */
export const seenBy = ({ viewer, ...people }: Asked, ...conditions: SQL[]): SQL =>
  all(seenAgents(viewer, people), ...conditions);

/** Agents that something happened to on some days: `happened` gives agent and day. */
const agentsBy = (asked: Asked, happened: (days: Days) => SQL): Fact => ({
  from: (days) =>
    sql`(${happened(days)}) happened(agent_id, day) join ${agent} on ${agent.id} = happened.agent_id where ${seenBy(asked)}`,
  day: sql`happened.day`,
  amount: sql`count(distinct happened.agent_id)`,
  rows: (days) => seenBy(asked, sql`${agent.id} in (select agent_id from (${happened(days)}) happened(agent_id, day))`),
  order: newest,
});

const success = sql`${agentLoginLog.result} = 'success'`;

/** Without a report for so many days an agent has gone. */
const churnDays = 90;

type Keys = "agent_new" | "agent_active" | "agent_churned" | "agent_login" | "agent_level";

export const agentFacts: Facts<Keys> = {
  agent_new: (asked) => momentFact({ table: sql`${agent}`, where: seenBy(asked), at: agent.created_at, order: newest }),
  agent_active: (asked) =>
    agentsBy(
      asked,
      ({ from, to }) => sql`
        select ${agentLoginLog.agent_id}, ${dayIn(agentLoginLog.at)} from ${agentLoginLog}
          where ${all(success, ...within(agentLoginLog.at, from, to))}
        union all select ${clue.agent_id}, ${dayIn(clue.created_at)} from ${clue} where ${all(...within(clue.created_at, from, to))}`,
    ),
  agent_churned: (asked) =>
    agentsBy(asked, ({ from, to }) => {
      const today = dayOf(asked.viewer.now);
      const last = [to, today].sort()[0] ?? to;
      const since = startOfDay(from, -churnDays);
      const until = startOfDay(last, 1 - churnDays);
      return sql`
        select agent_id, ${dayIn(sql`at`)} + ${churnDays}::int from (
          select ${clue.agent_id}, ${clue.created_at}, lead(${clue.created_at}) over (partition by ${clue.agent_id} order by ${clue.created_at}, ${clue.id})
          from ${clue} where ${clue.created_at} >= ${since}
        ) report(agent_id, at, next)
        where at < ${until} and (next is null or ${dayIn(sql`next`)} > ${dayIn(sql`at`)} + ${churnDays}::int)`;
    }),
  agent_login: (asked) =>
    momentFact({
      ...{ table: sql`${agentLoginLog}`, at: agentLoginLog.at },
      where: all(
        success,
        sql`${agentLoginLog.agent_id} = any(array(select ${agent.id} from ${agent} where ${seenBy(asked)}))`,
      ),
      order: sql`${agentLoginLog.at} desc, ${agentLoginLog.id} desc`,
    }),
  agent_level: (asked) =>
    presentFact(sql`${agent}`, seenBy(asked, sql`${agent.status} = 'active'`), newest, sql`${agent.level}`),
};
