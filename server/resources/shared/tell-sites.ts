import type { Language } from "~/contract/common";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { WebhookEvent } from "~/contract/system/webhook";
import { emitAll } from "~/server/lib/emit";
import type { SignedCall } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { siteUrlBy } from "./site";

type ShownKind = ContentKind | "estate";

/** Something that visitors see, or saw, at an address of the site. */
interface Shown {
  kind: ShownKind;
  id: number;
  title: string;
  slug?: string | undefined;
  lang?: Language | undefined;
}

/** Where each is edited in the desk. */
const formPaths: Readonly<Record<ShownKind, string>> = {
  article: "/article/news-list/news-edit?id=",
  seo_article: "/seo/seo-article/editArticle?id=",
  encyclopaedia: "/seo/cityIntroduce/encyclopaedic/formArticle?id=",
  city_intro: "/seo/cityIntroduce/introdeceForm?id=",
  investment: "/resources/investment/invest-edit?id=",
  video: "/resources/video/deployVideo?id=",
  report: "/resources/reportDownload?form=",
  special: "/specialEstate/special/edit-special?id=",
  estate: "/house/estate-list/estate-detail?id=",
};

export type SiteEvent = Extract<WebhookEvent, `content.${string}`>;

/** Tells sites that are built ahead what has come, gone or changed, in the transaction of its cause (domain B.1 webhook). */
export async function tellSites(
  { db, services }: Pick<SignedCall, "db" | "services">,
  event: SiteEvent,
  shown: readonly Shown[],
): Promise<void> {
  if (shown.length === 0) return;
  const settings = await readSettings(db);
  const notes = shown.map(({ kind, id, title, slug = null, lang = null }) => ({
    ...{ kind, id, slug, lang, title, url: siteUrlBy(settings, kind, slug ?? id) },
    link: `${formPaths[kind]}${id}`,
  }));
  await emitAll(db, services.now(), event, notes);
}
