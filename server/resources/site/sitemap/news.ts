import { and, desc, gt } from "drizzle-orm";
import { languageTag } from "~/contract/common";
import { publicSite as contract } from "~/contract/site/public-site";
import { article } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { admitVisitor, cachedAs } from "~/server/lib/public-read";
import { serve } from "~/server/lib/serve";
import { nextChange } from "~/server/resources/content/public";
import { isPublic } from "~/server/resources/shared/content-visits";
import { siteUrlBy } from "~/server/resources/shared/site";
import { element, textElement, xmlDocument } from "../xml";
import { earliest, settingsWith } from "./pages";

/** News is what has been public for less than two days; engines read a thousand of a map. */
const newsFor = 48 * 3_600_000;
const mostNews = 1_000;

const namespaces = {
  xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9",
  "xmlns:news": "http://www.google.com/schemas/sitemap-news/0.9",
};

/** The language as engines that read news name it. */
const newsLanguage = (lang: string) => (lang === "zh" ? "zh-cn" : languageTag(lang));

/** The latest articles, until they are news no more. */
export const newsMapHandler = serve(contract.newsMap, async (call) => {
  await admitVisitor(call);
  const { db, services } = call;
  const settings = await settingsWith(db, ["site.main_base"]);
  const now = services.now();
  const { slug, title, lang, publish_at } = article;
  const rows = await db
    .select({ slug, title, lang, publish_at })
    .from(article)
    .where(and(isPublic(article, now), gt(publish_at, isoInstant(now.getTime() - newsFor))))
    .orderBy(desc(publish_at), desc(article.id))
    .limit(mostNews);
  const entries = rows.map((row) =>
    element("url", [
      textElement("loc", siteUrlBy(settings, "article", row.slug)),
      element("news:news", [
        element("news:publication", [
          textElement("news:name", settings["site.name"]),
          textElement("news:language", newsLanguage(row.lang)),
        ]),
        textElement("news:publication_date", row.publish_at),
        textElement("news:title", row.title),
      ]),
    ]),
  );
  const oldest = rows.at(-1)?.publish_at;
  const until = earliest(
    oldest ? new Date(Date.parse(oldest) + newsFor) : undefined,
    await nextChange(db, [article], now),
  );
  return cachedAs({ xml: xmlDocument("urlset", namespaces, entries) }, { until });
});
