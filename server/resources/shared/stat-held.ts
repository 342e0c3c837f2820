import { type SQL, sql } from "drizzle-orm";
import { statDaily } from "~/server/database/tables/dashboard/stat";
import { inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { among, type People } from "./figure";

interface HeldOptions {
  /** Whether those of nobody count too, for callers who see all. */
  isNobodySeen?: boolean;
  /** Whether those that a code of their own shows count too. */
  isApartSeen?: boolean;
}

const person = sql`u.id`;

/** The rows of `stat_daily` that are of people in a caller's scope: everybody's together, or one by one by today's teams. Of one country alone nothing is summed up. */
export function statHeld(caller: Caller, resource: string, people: People, options: HeldOptions = {}): SQL | undefined {
  if (people.country) return undefined;
  const isAll = caller.scope(resource) === "all";
  return heldOf([...(isAll ? [] : [inScope(person, caller, resource)]), ...among(person, people)], options);
}

/** The same of what everybody sees. */
export const statOf = (people: People) => (people.country ? undefined : heldOf(among(person, people), {}));

function heldOf(narrowed: SQL[], { isNobodySeen = true, isApartSeen = false }: HeldOptions): SQL {
  const kinds = (...names: string[]) =>
    sql.param([...names, ...(isApartSeen ? names.map((name) => `${name}_apart`) : [])]);
  if (narrowed.length === 0)
    return sql`${statDaily.dim_type} = any(${kinds("staff", ...(isNobodySeen ? ["nobody"] : []))}::text[])`;
  return sql`${statDaily.dim_type} = any(${kinds("user")}::text[])
    and ${statDaily.dim_id} = any(array(select u.id from "user" u where ${sql.join(narrowed, sql` and `)}))`;
}
