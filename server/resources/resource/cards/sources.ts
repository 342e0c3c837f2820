import { type LinkedRecord, type LinkType, linkKinds } from "~/contract/resource/banner";
import type { SectionCard, SectionRule, SectionTypeName } from "~/contract/resource/home-section";
import { articleSource } from "./article";
import { brokerSource } from "./broker";
import { citySource } from "./city";
import { estateSource } from "./estate";
import { investmentSource } from "./investment";
import { mansionSource } from "./mansion";
import type { CardSources, Showing } from "./source";
import { specialSource } from "./special";
import { videoSource } from "./video";

/** What home sections and links show, by type; one that comes adds its line. What a banner may lead to is among them. */
const cardSources = {
  estate: estateSource,
  mansion: mansionSource,
  article: articleSource,
  video: videoSource,
  investment: investmentSource,
  city: citySource,
  special: specialSource,
  broker: brokerSource,
} satisfies CardSources;

const sources: CardSources = cardSources;

/** The types of record that a banner may lead to: each is shown by its source. */
export const linkedTypes = (Object.keys(linkKinds) as LinkType[]).filter(
  (type): type is LinkedRecord & keyof typeof cardSources => type in cardSources,
);

export const cardsById = (showing: Showing, type: SectionTypeName, ids: readonly number[]) =>
  sources[type].cards(showing, ids);

export interface Source {
  type: SectionTypeName;
  rule: SectionRule | null;
  item_ids: readonly number[];
}

export async function cardsOf(showing: Showing, { type, rule, item_ids }: Source): Promise<SectionCard[]> {
  const source = sources[type];
  const ids = rule ? await source.find(showing, rule) : item_ids;
  return (await source.cards(showing, ids)).map((card) => ({ type, ...card }));
}

/** The first moment at which what is public of these types may change by itself. */
export async function nextCardChange(showing: Showing, types: readonly SectionTypeName[]): Promise<Date | undefined> {
  const moments: Date[] = [];
  for (const type of new Set(types)) {
    const at = await sources[type].nextChange?.(showing);
    if (at) moments.push(at);
  }
  return moments.sort((a, b) => a.getTime() - b.getTime())[0];
}
