import { pool } from "~/server/database/tables/customer/pool";
import { found } from "~/server/lib/call";
import { stamps } from "../shared/rows";
import { teams } from "../system/staff";
import type { Writing } from "../terms";

const teamId = (name: string) => teams.indexOf(name) + 1;

/** Two pools more than the main one: a team's, by countries, and everybody's, by what people want. Their clocks are those of the settings. */
export async function writePools({ tx, calendar, staff }: Writing): Promise<void> {
  const by = staff[0]?.id ?? null;
  const stamp = stamps(calendar.at(300, 10), by);
  const manager = found(staff.find(({ team, isLeader }) => team === "华南" && isLeader));
  await tx.insert(pool).values([
    {
      ...{ name: "东南亚公海", sort: 10, country_codes: ["TH", "MY", "SG"], ...stamp },
      ...{ member_team_ids: [teamId("华南"), teamId("日本")], manager_ids: [manager.id], claim_daily_limit: 10 },
    },
    { name: "移民签证公海", sort: 20, purposes: ["immigration"], customer_cap: 30, ...stamp },
  ]);
}
