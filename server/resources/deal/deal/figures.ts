import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { liveStatuses } from "~/contract/deal/deal-kinds";
import { deal } from "~/server/database/tables/deal/deal";
import type { Caller } from "~/server/lib/caller";
import { ownDeals } from "./scope";

/** What each seller signed in some days (domain D.2): by the day of the contract, gross, in CNY by the contract's rate. */
export const contractsPerPerson = (
  metric: "contract_count" | "contract_amount",
  caller: Caller,
  { from, to }: { from: string; to: string },
): SQL =>
  sql`select ${deal.owner_id} as person, ${
    metric === "contract_count" ? sql`count(*)::int` : sql`coalesce(sum(${deal.amount_cny}), 0)::float8`
  } as n from ${deal} where ${isNull(deal.deleted_at)} and ${isNotNull(deal.contracted_at)}
    and ${deal.contracted_at} between ${from} and ${to} and ${ownDeals(caller)} group by 1`;

export const underWay = (userId: number): SQL | undefined =>
  and(eq(deal.owner_id, userId), isNull(deal.deleted_at), inArray(deal.status, [...liveStatuses]));
