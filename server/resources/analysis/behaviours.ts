import { type SQL, sql } from "drizzle-orm";
import { userBehavior } from "~/server/database/tables/customer/audience";
import { within } from "~/server/lib/list";
import { all, type Days } from "~/server/resources/shared/figure";

export const behaviours = ({ from, to }: Days): SQL =>
  sql`${userBehavior} where ${all(...within(userBehavior.at, from, to))}`;
