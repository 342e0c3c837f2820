import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Language } from "~/contract/common";
import type { RuleSort, SectionCard, SectionRule, SectionTypeName } from "~/contract/resource/home-section";
import type { Db } from "~/server/database/database";
import { rowsOf } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { withBelow } from "~/server/resources/shared/districts";
import { publicPictureUrl } from "~/server/resources/shared/upload";

export interface Showing {
  db: Db;
  services: Services;
  now: Date;
  /** Of what a rule finds in several languages, the one that is wanted. */
  lang: Language;
  /** What goes before the addresses of pictures, where other sites show them. */
  base: string;
}

/** As somebody of the house sees it: now, in Chinese, from our own address. */
export const atDesk = ({ db, services }: Pick<Showing, "db" | "services">): Showing => ({
  ...{ db, services, base: "", lang: "zh" },
  now: services.now(),
});
export type Card = Omit<SectionCard, "type">;
export interface CardSource {
  /** Those of these numbers that visitors may see now, in this order. */
  cards(showing: Showing, ids: readonly number[]): Promise<Card[]>;
  /** The numbers of what a rule finds among what visitors may see now, in its order. */
  find(showing: Showing, rule: SectionRule): Promise<number[]>;
  /** When what is public may change by itself; absent where nothing is public by the clock. */
  nextChange?(showing: Showing): Promise<Date | undefined>;
}

export type CardSources = Readonly<Record<SectionTypeName, CardSource>>;
export const factsOf = (facts: readonly (readonly [string, string | null | undefined])[]): Card["facts"] =>
  facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
export const coverOf = ({ services, base }: Showing, id: number | null): string | null =>
  id ? base + publicPictureUrl(services, id, "thumb") : null;
export interface TableCards<T extends PgTable> {
  table: T & { id: AnyPgColumn };
  isShown(now: Date): SQL | undefined;
  finds(showing: Showing, filter: SectionRule["filter"]): (SQL | undefined)[] | Promise<(SQL | undefined)[]>;
  order(sort: RuleSort): SQL;
  toCards(showing: Showing, rows: T["$inferSelect"][]): Promise<Card[]>;
  nextChange?: CardSource["nextChange"];
}

export function tableCards<T extends PgTable>({
  table,
  isShown,
  finds,
  order,
  toCards,
  ...more
}: TableCards<T>): CardSource {
  const plain: PgTable = table;
  return {
    ...more,
    async cards(showing, ids) {
      if (ids.length === 0) return [];
      const rows = await rowsOf(showing.db, plain, and(isShown(showing.now), inArray(table.id, [...ids])));
      return inOrder(ids, await toCards(showing, rows as T["$inferSelect"][]));
    },
    async find(showing, { filter, sort, limit }) {
      const rows = await showing.db
        .select({ id: table.id })
        .from(plain)
        .where(and(isShown(showing.now), ...(await finds(showing, filter))))
        .orderBy(order(sort), sql`${table.id} desc`)
        .limit(limit);
      return rows.map(({ id }) => Number(id));
    },
  };
}
/** The district of a rule with those below it. */
export const placesOf = async ({ db }: Showing, { district_id }: SectionRule["filter"]) =>
  district_id === null ? undefined : withBelow(db, [district_id]);
/** By how often pieces were read, else the newest first. */
export const byViews =
  ({ view_count, publish_at }: Record<"view_count" | "publish_at", AnyPgColumn>) =>
  (sort: RuleSort) =>
    sort === "views" ? sql`${view_count} desc` : sql`${publish_at} desc`;
const inOrder = (ids: readonly number[], cards: readonly Card[]): Card[] => {
  const byId = new Map(cards.map((card) => [card.id, card]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
export const when = <T>(value: T | null | undefined, condition: (value: T) => SQL | undefined): SQL | undefined =>
  value === null || value === undefined ? undefined : condition(value);
