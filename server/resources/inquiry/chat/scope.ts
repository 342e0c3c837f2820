import { type SQL, sql } from "drizzle-orm";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { holdersIn } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { holder } from "../inquiry/scope";

/** Conversations that a caller sees: those of their scope, and unassigned ones, which go to the first who answers. */
export function visibleChats(caller: Caller): SQL<boolean> {
  const held =
    caller.scope("inquiry") === "all"
      ? sql`true`
      : sql`${holder} = any(array(select 0::bigint union all ${holdersIn(caller, "inquiry")}))`;
  return sql<boolean>`(${inquiry.kind} = 'chat' and ${inquiry.deleted_at} is null and ${held})`;
}
