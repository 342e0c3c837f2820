import { and, eq, isNull, like, ne, or, sql } from "drizzle-orm";
import { slugRedirect } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import type { ActingCall } from "~/server/lib/call";
import { lettersOf } from "~/server/lib/letters";
import { refuseFields } from "~/server/lib/refusal";

interface Named {
  id: number;
  estate_no: string;
  name: string;
}

/** The address of an estate's page: the one that is wanted, else its name in letters, with a number where that is taken. */
export async function freeSlug({ db }: Pick<ActingCall, "db">, wanted: string | null, own: Named): Promise<string> {
  const base = wanted ?? ((await lettersOf(own.name)) || own.estate_no.toLowerCase());
  // One at a time, so that no two take the same.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('estate-slug', 0))`);
  const rows = await db
    .select({ slug: estate.slug, estate_no: estate.estate_no })
    .from(estate)
    .where(
      and(
        or(eq(estate.slug, base), wanted ? undefined : like(estate.slug, `${base}-%`)),
        isNull(estate.deleted_at),
        ne(estate.id, own.id),
      ),
    );
  // An old address is its estate's as long as that is there.
  const old = await db
    .select({ slug: slugRedirect.old_slug, estate_no: estate.estate_no })
    .from(slugRedirect)
    .innerJoin(estate, eq(estate.id, slugRedirect.target_id))
    .where(
      and(
        eq(slugRedirect.kind, "estate"),
        or(eq(slugRedirect.old_slug, base), wanted ? undefined : like(slugRedirect.old_slug, `${base}-%`)),
        isNull(estate.deleted_at),
        ne(estate.id, own.id),
      ),
    );
  const taken = new Map([...rows, ...old].map((row) => [row.slug, row.estate_no]));
  const other = taken.get(base);
  if (other === undefined) return base;
  if (wanted)
    return refuseFields([{ field: "slug", label: "网址别名", message: `网址别名已被房源${other}使用，请换一个` }]);
  let number = 2;
  while (taken.has(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}
