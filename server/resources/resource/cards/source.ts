import type { SQL } from "drizzle-orm";
import type { Language } from "~/contract/common";
import type { SectionCard, SectionRule, SectionTypeName } from "~/contract/resource/home-section";
import type { Database, Transaction } from "~/server/database/database";
import type { Services } from "~/server/lib/services";

export interface Showing {
  db: Database | Transaction;
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

/** Where the cards of a type come from. */
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

/** Cards in the order of their numbers; what has none is left out. */
export const inOrder = (ids: readonly number[], cards: readonly Card[]): Card[] => {
  const byId = new Map(cards.map((card) => [card.id, card]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** A condition that is there only where its value is. */
export const when = <T>(value: T | null | undefined, condition: (value: T) => SQL | undefined): SQL | undefined =>
  value === null || value === undefined ? undefined : condition(value);
