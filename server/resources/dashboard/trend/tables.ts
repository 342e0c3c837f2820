import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { type TrendKey, trendFigure } from "~/contract/trend/trend-figures";
import type { TrendPageKey } from "~/contract/trend/trend-pages";
import type { Trends } from "~/contract/trend/trends";
import type { Db } from "~/server/database/database";
import { agent, agentLoginLog } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { contentDaily } from "~/server/database/tables/content/content";
import { deal } from "~/server/database/tables/deal/deal";
import { estate } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { within } from "~/server/lib/list";
import { all, type Days, dayIn, daysWithin } from "~/server/resources/shared/figure";
import { clueSteps } from "../funnel";
import { seenBy } from "./agent-facts";
import { seenLeads } from "./clue-facts";
import type { Asked } from "./fact";
import { factOf } from "./facts";

type Table = Trends["tables"][number];
type Column = Table["columns"][number];

const mostRows = 20;

/** The tables of a trend: the first twenty that have something in the range. */
export async function tablesOf(db: Db, page: TrendPageKey, asked: Asked, days: Days): Promise<Table[]> {
  const may = (code: Parameters<typeof asked.viewer.caller.permissions.has>[0]) =>
    asked.viewer.caller.permissions.has(code);
  if (page === "estate") return may("house:estate:view") ? [await estateTable(db, asked, days)] : [];
  if (page === "clue" && may("clue:clue:view"))
    return [
      await clueTable(db, asked, days, {
        key: "estate",
        label: "房源转化",
        from: sql`${estate}`,
        on: clue.estate_id,
        id: estate.id,
        name: estate.name,
      }),
      ...(may("agent:agent:view")
        ? [
            await clueTable(db, asked, days, {
              key: "agent",
              label: "代理转化",
              from: sql`${agent}`,
              on: clue.agent_id,
              id: agent.id,
              name: agent.name,
            }),
          ]
        : []),
    ];
  if (page === "agent") return may("agent:agent:view") ? [await agentTable(db, asked, days)] : [];
  return [];
}

const columnOf = (key: string, metric: TrendKey): Column => {
  const { label, unit } = trendFigure(metric);
  return { key, label, unit, metric };
};

const share = (part: SQL, whole: SQL): SQL => sql`round(100.0 * ${part} / nullif(${whole}, 0), 1)::float8`;

async function readRows(db: Db, values: SQL[], from: SQL): Promise<Table["rows"]> {
  const { rows } = await db.execute<{ id: string; name: string; values: (number | string | null)[] }>(sql`
    select one.id, one.name, json_build_array(${sql.join(values, sql`, `)}) as values ${from}`);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Estates by their results; areas that the viewer may not see are left out. */
async function estateTable(db: Db, asked: Asked, days: Days): Promise<Table> {
  const { viewer, country } = asked;
  const mayRead = (key: TrendKey) => viewer.caller.permissions.has(trendFigure(key).permission);
  const counted = (metric: TrendKey, estateId: AnyColumn) =>
    sql`select ${estateId} as id, count(*)::int as n from ${factOf(metric, asked).from(days)} and ${estateId} is not null group by 1`;
  const views = sql`select ${contentDaily.target_id} as id, sum(${contentDaily.views})::int as n from ${contentDaily}
    where ${contentDaily.kind} = 'estate' and ${daysWithin(contentDaily.date, days)} group by 1`;
  const columns = [
    { key: "inquiries", metric: "estate_inquiries", of: inquiry.estate_id },
    { key: "clues", metric: "estate_clues", of: clue.estate_id },
    { key: "visits", metric: "estate_visits", of: clue.estate_id },
    { key: "contracts", metric: "estate_contracts", of: deal.estate_id },
  ] as const;
  const parts: { column: Column; from: SQL }[] = [
    { column: { key: "views", label: "浏览", unit: "count", metric: null }, from: views },
    ...columns
      .filter(({ metric }) => mayRead(metric))
      .map(({ key, metric, of }) => ({ column: columnOf(key, metric), from: counted(metric, of) })),
  ];
  const at = (key: string) => sql.raw(`"${key}".n`);
  const number = (key: string) => sql`coalesce(${at(key)}, 0)`;
  const joins = parts.map(
    ({ column, from }) =>
      sql`left join (${from}) ${sql.raw(`"${column.key}"`)} on ${sql.raw(`"${column.key}"`)}.id = one.id`,
  );
  const keys = parts.map(({ column }) => column.key);
  const isRated = keys.includes("inquiries");
  const some = sql.join(
    keys.map((key) => sql`${at(key)} > 0`),
    sql` or `,
  );
  const order = sql.join(
    [...keys.filter((key) => key !== "views"), "views"].map((key) => sql`${number(key)} desc`),
    sql`, `,
  );
  const rows = await readRows(
    db,
    [...keys.map(number), ...(isRated ? [share(number("inquiries"), number("views"))] : [])],
    sql`from ${estate} one ${sql.join(joins, sql` `)}
      where one.deleted_at is null and (${some}) ${country ? sql`and one.country_code = ${country}` : sql``}
      order by ${order}, one.id limit ${mostRows}`,
  );
  const rate: Column[] = isRated ? [{ key: "rate", label: "询盘率", unit: "percent", metric: "estate_inquiries" }] : [];
  return {
    key: "estates",
    label: "房源表现",
    of: "estate",
    columns: [...parts.map(({ column }) => column), ...rate],
    rows,
  };
}

interface ClueTableOf {
  key: "estate" | "agent";
  label: string;
  from: SQL;
  on: typeof clue.estate_id | typeof clue.agent_id;
  id: typeof estate.id | typeof agent.id;
  name: typeof estate.name | typeof agent.name;
}

/** The present progress of the leads of the range, by estate or agent. */
async function clueTable(
  db: Db,
  asked: Asked,
  days: Days,
  { key, label, from, on, id, name }: ClueTableOf,
): Promise<Table> {
  const cohort = seenLeads(asked, ...within(clue.created_at, days.from, days.to));
  const steps = clueSteps();
  const counts = steps.map(({ where }, index) => sql`count(*) filter (where ${where})::int as ${sql.raw(`n${index}`)}`);
  const rows = await readRows(
    db,
    [
      ...steps.map((_, index) => sql.raw(`n${index}`)),
      ...[2, 4].map((index) => share(sql.raw(`n${index}`), sql.raw("n0"))),
    ],
    sql`from (select ${id} as id, ${name} as name, ${sql.join(counts, sql`, `)} from ${clue} join ${from} on ${id} = ${on}
      where ${cohort} group by 1, 2 order by count(*) desc, 1 limit ${mostRows}) one order by n0 desc, one.id`,
  );
  const columns: Column[] = [
    // The funnel's steps are figures of the trends.
    ...steps.map((step): Column => ({ key: step.key, label: step.label, unit: "count", metric: step.key })),
    { key: "visit_rate", label: "到访率", unit: "percent", metric: "clue_visited" },
    { key: "sign_rate", label: "签约率", unit: "percent", metric: "clue_contracted" },
  ];
  return { key, label, of: key, columns, rows };
}

/** Agents by what they brought; amounts for users who may see commissions. */
async function agentTable(db: Db, asked: Asked, days: Days): Promise<Table> {
  const { permissions } = asked.viewer.caller;
  const brought = (metric: TrendKey, of: AnyColumn, amount = factOf(metric, asked).amount) =>
    sql`(select ${amount} from ${factOf(metric, asked).from(days)} and ${of} = one.id)`;
  const deals = (amount: SQL) => brought("agent_contracts", deal.agent_id, amount);
  const seesDeals = permissions.has("deal:deal:view");
  const columns: { column: Column; value: SQL; isSeen: boolean }[] = [
    { column: columnOf("clues", "agent_clues"), value: brought("agent_clues", clue.agent_id), isSeen: true },
    {
      column: { ...columnOf("valid", "agent_valid"), label: "有效率" },
      value: sql`${brought("agent_valid", clue.agent_id)}::float8`,
      isSeen: true,
    },
    { column: columnOf("visits", "agent_visits"), value: brought("agent_visits", clue.agent_id), isSeen: true },
    { column: columnOf("contracts", "agent_contracts"), value: deals(sql`count(*)::int`), isSeen: seesDeals },
    {
      column: { key: "amount", label: "签约金额", unit: "cny", metric: "agent_contracts" },
      value: deals(sql`coalesce(sum(${deal.amount_cny}), 0)::float8`),
      isSeen: seesDeals,
    },
    {
      column: { key: "commission", label: "应付佣金", unit: "cny", metric: "agent_contracts" },
      value: deals(
        sql`round(coalesce(sum(${deal.commission_payable} * coalesce((select rate_to_cny from currency where code = ${deal.payable_currency}), 1)), 0), 2)::float8`,
      ),
      isSeen: seesDeals && permissions.has("deal:commission:view"),
    },
    {
      column: { key: "last", label: "最近活跃", unit: "day", metric: null },
      value: sql`to_char(greatest(
        (select max(${dayIn(agentLoginLog.at)}) from ${agentLoginLog} where ${agentLoginLog.agent_id} = one.id and ${agentLoginLog.result} = 'success'),
        (select max(${dayIn(clue.created_at)}) from ${clue} where ${clue.agent_id} = one.id)), 'YYYY-MM-DD')`,
      isSeen: true,
    },
  ];
  const parts = columns.filter(({ isSeen }) => isSeen);
  const rows = await readRows(
    db,
    parts.map(({ value }) => value),
    sql`from (select ${agent.id}, ${agent.name}, busy.n from ${agent} join (
        select ${clue.agent_id} as id, count(*) as n from ${clue} where ${all(...within(clue.created_at, days.from, days.to))} group by 1
        union all select ${deal.agent_id}, 0 from ${deal} where ${daysWithin(deal.contracted_at, days)} and ${deal.agent_id} is not null
          and not exists (select 1 from ${clue} where ${clue.agent_id} = ${deal.agent_id} and ${all(...within(clue.created_at, days.from, days.to))}) group by 1
      ) busy on busy.id = ${agent.id} where ${seenBy(asked)} order by busy.n desc, ${agent.id} limit ${mostRows}) one
      order by one.n desc, one.id`,
  );
  return { key: "agents", label: "代理表现", of: "agent", columns: parts.map(({ column }) => column), rows };
}
