import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { user as contract } from "~/contract/personal/user";
import { inOrder } from "~/server/database/tables/search";
import { team, user } from "~/server/database/tables/system/system";
import { holdsCode, inScope } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import { likeText } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { readSettings } from "~/server/lib/settings";
import { heldBy } from "~/server/resources/shared/held-customers";

export async function colleaguesOf({ db, user: caller }: SignedCall, query: z.output<typeof contract.options.query>) {
  const { "customer.cap": cap } = await readSettings(db);
  const conditions: SQL[] = [eq(user.status, "enabled"), isNull(user.deleted_at)];
  if (query.keyword)
    conditions.push(
      sql`(${includesText(user.name, query.keyword)} or ${user.email} ilike ${`${likeText(query.keyword)}%`})`,
    );
  if (query.team_id) conditions.push(eq(user.team_id, query.team_id));
  if (query.perm) conditions.push(holdsCode(user.id, query.perm));
  if (query.on_duty) conditions.push(eq(user.accept_inquiry, true));
  if (query.in_scope) conditions.push(inScope(user.id, caller, "customer"));
  const rows = await db
    .select({
      id: user.id,
      name: user.name,
      team: team.name,
      accept_inquiry: user.accept_inquiry,
      customer_count: heldBy(sql`"user"."id"`),
      cap: sql<number>`coalesce(${user.customer_cap}, ${cap})::int`,
    })
    .from(user)
    .leftJoin(team, eq(team.id, user.team_id))
    .where(and(...conditions))
    .orderBy(team.sort, inOrder(user.name_pinyin), user.id)
    .limit(50);
  return rows.map((row) => ({ ...row, value: row.id, label: row.name }));
}
