import { getTableName, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { agent, agentUnregister } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { customerUser, unregisterRequest } from "~/server/database/tables/customer/audience";
import { customer, requirement } from "~/server/database/tables/customer/customer";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { estate, estateAudit } from "~/server/database/tables/house/estate";
import { mansion, mansionApplication } from "~/server/database/tables/house/property";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { share } from "~/server/database/tables/share/share";
import { broker } from "~/server/database/tables/system/admin";
import type { Writing } from "../terms";
import type { Rules } from "./rules";

const numbers: readonly (readonly [prefix: string, column: PgColumn])[] = [
  ["KH", customer.customer_no],
  ["U-", customerUser.user_no],
  ["XQ", requirement.requirement_no],
  ["ZX", unregisterRequest.request_no],
  ["XJ", inquiry.inquiry_no],
  ["DL", agent.agent_no],
  ["DX", agentUnregister.request_no],
  ["BB", clue.clue_no],
  ["LD", mansion.mansion_no],
  ["LS", mansionApplication.application_no],
  ["XF", estate.estate_no],
  ["SH", estateAudit.audit_no],
  ["BK", broker.broker_no],
  ["FX", share.share_no],
];

/** Whether a number lies behind what its day's counter says; deals and bills count by themselves. */
export const numberRules: Rules = Object.fromEntries(
  [...numbers, ["CJ", deal.deal_no] as const, ["ZD", billing.billing_no] as const].map(([prefix, { name, table }]) => [
    `a number beyond its counter: ${prefix}`,
    `${getTableName(table)} where not exists (select 1 from counter n where n.prefix = '${prefix}'
      and n.day = substr(${name}, ${prefix.length + 1}, 6) and n.value >= substr(${name}, ${prefix.length + 7})::int)`,
  ]),
);

/** The last number given out on each day, so that the next one continues the day's sequence. */
export async function writeCounters({ tx }: Writing): Promise<void> {
  for (const [prefix, column] of numbers) {
    const after = prefix.length + 1;
    await tx.execute(sql`insert into counter (prefix, day, value)
      select ${prefix}, substr(${column}, ${after}::int, 6), max(substr(${column}, ${after + 6}::int)::int) from ${column.table} group by 2`);
  }
}

/** Makes the partitions for the months of the rows: a new database has none for the past. */
export async function makePastMonths({ tx }: Writing): Promise<void> {
  await tx.execute(sql`do $$
    declare since timestamptz;
    begin
      select min(created_at) into since from operation_log;
      perform make_months('operation_log', since, now());
      select min(at) into since from user_behavior;
      perform make_months('user_behavior', since, now());
    end $$`);
}

/** Moves all sequences past the ids that were written by hand. */
export async function followIds({ tx }: Writing): Promise<void> {
  await tx.execute(sql`do $$
    declare one record;
    begin
      for one in select table_name from information_schema.columns
        where table_schema = current_schema and column_name = 'id' and is_identity = 'YES'
      loop
        execute format('select setval(pg_get_serial_sequence(%L, ''id''), max(id)) from %I having max(id) is not null',
          quote_ident(one.table_name), one.table_name);
      end loop;
    end $$`);
}
