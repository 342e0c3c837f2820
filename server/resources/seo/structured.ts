import { languageTag } from "~/contract/common";
import type { Db } from "~/server/database/database";
import { readSettings } from "~/server/lib/settings";
import { scriptJson } from "~/server/resources/content/public";

interface Crumb {
  name: string;
  url: string | null;
}

/** The way to a page from the site's first one; pages that the site does not show have their name alone. */
export async function breadcrumbs(db: Db, crumbs: readonly Crumb[]) {
  const { "site.name": name, "site.main_base": main } = await readSettings(db);
  const all = [{ name, url: main || null }, ...crumbs];
  return {
    "@type": "BreadcrumbList",
    itemListElement: all.map((crumb, at) => ({
      ...{ "@type": "ListItem", position: at + 1, name: crumb.name },
      ...(crumb.url && { item: crumb.url }),
    })),
  };
}

interface ArticleFacts {
  title: string;
  desc: string | null;
  cover: string | null;
  canonical: string | null;
  lang: string;
  published: string;
  updated: string;
  keywords: readonly string[];
  section?: string | null;
  author?: string | null;
}

export async function articleThing(db: Db, about: ArticleFacts) {
  const { "site.name": site } = await readSettings(db);
  const { title, desc, cover, canonical, lang, published, updated, keywords, section, author } = about;
  return {
    ...{ "@type": "Article", headline: title, ...(desc && { description: desc }) },
    // Until the site's address is set, a cover's is only a path.
    ...(cover && URL.canParse(cover) && { image: [cover] }),
    ...{ datePublished: published, dateModified: updated, inLanguage: languageTag(lang) },
    ...(author && { author: { "@type": "Person", name: author } }),
    publisher: { "@type": "Organization", name: site },
    ...(canonical && { mainEntityOfPage: canonical }),
    ...(section && { articleSection: section }),
    ...(keywords.length && { keywords: keywords.join(",") }),
  };
}

export const graphOf = (...things: readonly object[]): string =>
  scriptJson({ "@context": "https://schema.org", "@graph": things });
