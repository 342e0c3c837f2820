import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type homeSection as contract, HomeSectionRow, type ShownSection } from "~/contract/resource/home-section";
import type { SitePlatform } from "~/contract/resource/placing";
import { homeSection } from "~/server/database/tables/resource/advert";
import { found, rowOf, rowsOf, type SignedCall } from "~/server/lib/call";
import { matching, orderOf } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { atDesk, type Showing } from "../cards/source";
import { cardsOf } from "../cards/sources";

export type HomeSection = typeof homeSection.$inferSelect;
type Query = z.output<typeof contract.list.query>;

export async function toSectionRows(call: SignedCall, rows: readonly HomeSection[]) {
  const showing = atDesk(call);
  const list: HomeSectionRow[] = [];
  for (const row of rows) {
    const { status } = row;
    const isEnabled = status === "enabled";
    list.push(
      rowOf(HomeSectionRow, row, {
        count: (await cardsOf(showing, row)).length,
        can: { edit: true, enable: !isEnabled, disable: isEnabled, delete: !isEnabled },
      }),
    );
  }
  return list;
}

export async function sectionOf(call: SignedCall, id: number): Promise<HomeSectionRow> {
  const [row] = await call.db.select().from(homeSection).where(eq(homeSection.id, id));
  return found((await toSectionRows(call, [found(row)]))[0]);
}

/** By the sorting number the newer one first, as visitors get them. */
export const inPlace: SQL = sql`${homeSection.sort}, ${desc(homeSection.id)}`;

export function sectionOrder(sort: Query["sort"]): SQL {
  if (sort === "sort") return inPlace;
  return sort === "-sort"
    ? sql`${desc(homeSection.sort)}, ${homeSection.id}`
    : orderOf(homeSection, sort, homeSection.id);
}

export const sectionRows = ({ keyword, platform, ...query }: Query): SQL | undefined =>
  and(
    keyword
      ? sql`(${includesText(homeSection.title, keyword)} or ${includesText(homeSection.code, keyword)})`
      : undefined,
    platform?.length ? sql`${homeSection.platform} ?| ${sql.param(platform)}::text[]` : undefined,
    ...matching(homeSection, query, ["type", "status"]),
  );

export const enabledOn = ({ db }: Pick<Showing, "db">, platform: SitePlatform): Promise<HomeSection[]> =>
  rowsOf(db, homeSection, and(eq(homeSection.status, "enabled"), sql`${homeSection.platform} ? ${platform}`), {
    order: inPlace,
  });

/** Sections as visitors get them: one in which nothing is to be seen is left out. */
export async function shownSections(showing: Showing, rows: readonly HomeSection[]): Promise<ShownSection[]> {
  const list: ShownSection[] = [];
  for (const row of rows) {
    const { code, title, sub_title, type, layout, more_link } = row;
    const items = await cardsOf(showing, row);
    if (items.length) list.push({ code, title, sub_title, type, layout, more_link, items });
  }
  return list;
}
