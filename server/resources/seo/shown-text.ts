import type { Language } from "~/contract/common";
import { estatesIn } from "~/contract/content/rich-text";
import { withInlinks } from "~/contract/seo/inlinks";
import type { Asking } from "~/server/lib/call";
import { forPreview, forReaders } from "~/server/lib/rich-text/display";
import { estateCards } from "~/server/resources/content/cards";
import { picturesFor, type Reading } from "~/server/resources/content/public";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { inlinksFor } from "./inlinks";

/** A text as its readers see it: with the cards of its estates, and links on words of ours that have pages. `canonical`: its own page, to which it does not link. */
export async function linkedText(
  asking: Asking,
  { content, lang }: { content: string | null; lang: Language },
  reading: Reading,
  canonical: string | null,
): Promise<string> {
  const { base, isPreview } = reading;
  const html = content ?? "";
  const cards = await estateCards(asking.db, asking.services, estatesIn(html), base);
  const show = isPreview ? forPreview : forReaders;
  const shown = show(html, await displayRules(asking, [html], picturesFor(asking.services, reading)), (id) =>
    cards.find((card) => card.id === id),
  );
  return withInlinks(shown, await inlinksFor(asking.db, lang, canonical));
}
