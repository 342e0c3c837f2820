import type { Language } from "~/contract/common";
import type { ContentKind } from "~/contract/content/content-kinds";
import { contentForm } from "~/contract/content/content-screens";
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

/** Where it is edited in the desk. */
const formOf = (kind: ShownKind, id: number): string =>
  kind === "estate" ? `/house/estate-list/estate-detail?id=${id}` : contentForm(kind, id);

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
    link: formOf(kind, id),
  }));
  await emitAll(db, services.now(), event, notes);
}
