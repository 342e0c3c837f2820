import type { JsonFeed } from "~/contract/site/feed";
import { isoInstant } from "~/server/database/tables/columns";
import { element, emptyElement, textElement, xmlDocument } from "./xml";

export interface Picture {
  url: string;
  type: string;
  size: number;
}

interface Item {
  id: string;
  url: string;
  title: string;
  summary: string | null;
  language: string | null;
  picture: Picture | undefined;
  published: Date;
  updated: Date;
}

export interface Feed {
  title: string;
  author: string;
  /** The site's first page. */
  site: string;
  /** The feed's own address. */
  url: string;
  language: string;
  updated: Date;
  items: readonly Item[];
}

const atomSpace = "http://www.w3.org/2005/Atom";

/** RSS 2.0 (rssboard.org). */
export const asRss = ({ title, site, url, language, updated, items }: Feed): string =>
  xmlDocument("rss", { version: "2.0", "xmlns:atom": atomSpace }, [
    element("channel", [
      textElement("title", title),
      textElement("link", site),
      textElement("description", title),
      textElement("language", language),
      textElement("lastBuildDate", updated.toUTCString()),
      emptyElement("atom:link", { href: url, rel: "self", type: "application/rss+xml" }),
      ...items.map(({ id, url: link, title: name, summary, picture, published }) =>
        element("item", [
          textElement("title", name),
          textElement("link", link),
          textElement("guid", id, { isPermaLink: "false" }),
          textElement("pubDate", published.toUTCString()),
          textElement("description", summary),
          picture
            ? emptyElement("enclosure", { url: picture.url, type: picture.type, length: String(picture.size) })
            : "",
        ]),
      ),
    ]),
  ]);

/** Atom 1.0 (RFC 4287). */
export const asAtom = ({ title, author, site, url, language, updated, items }: Feed): string =>
  xmlDocument("feed", { xmlns: atomSpace, "xml:lang": language }, [
    textElement("id", url),
    textElement("title", title),
    textElement("updated", isoInstant(updated)),
    element("author", [textElement("name", author)]),
    emptyElement("link", { rel: "self", type: "application/atom+xml", href: url }),
    emptyElement("link", { rel: "alternate", type: "text/html", href: site }),
    ...items.map(({ id, url: link, title: name, summary, picture, published, updated: changed }) =>
      element("entry", [
        textElement("id", id),
        textElement("title", name),
        emptyElement("link", { rel: "alternate", href: link }),
        textElement("published", isoInstant(published)),
        textElement("updated", isoInstant(changed)),
        textElement("summary", summary),
        picture ? emptyElement("link", { rel: "enclosure", type: picture.type, href: picture.url }) : "",
      ]),
    ),
  ]);

export const asJson = ({ title, site, url, language, items }: Feed): JsonFeed => ({
  version: "https://jsonfeed.org/version/1.1",
  ...{ title, home_page_url: site, feed_url: url, language },
  items: items.map(({ id, url: link, title: name, summary, picture, language: own, published, updated }) => ({
    ...{ id, url: link, title: name, content_text: summary ?? "" },
    ...(picture && { image: picture.url }),
    date_published: isoInstant(published),
    date_modified: isoInstant(updated),
    ...(own && { language: own }),
  })),
});
