// The site's pages as plain HTML. A site of your own begins here: change what they look like.

/** @typedef {import("./client.mjs").Paths} Paths */
/** @typedef {import("./client.mjs").Answer<Paths["/api/public/estate/{slug}"]>} Estate */
/** @typedef {import("./client.mjs").Answer<Paths["/api/public/article/{slug}"]>} Article */
/** @typedef {import("./client.mjs").Answer<Paths["/api/public/special/{slug}"]>} Special */
/** @typedef {Special["estates"][number]} Card */
/** @typedef {Pick<Card, "slug" | "title" | "cover" | "cover_set"> & { summary?: string, facts?: Card["facts"] }} Row */
/** @typedef {{ desk: string, key: string, name: string }} Site */
/** @typedef {{ title: string, lang?: string, seo?: Special["seo"], hreflang?: Special["hreflang"], hit?: object }} Head */

/** @param {unknown} value */
const text = (value) => String(value ?? "").replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
/** The one place that shows a picture. @param {string | null} url @param {string | null} [alt] @param {Card["cover_set"]} [set] */
function picture(url, alt, set, sizes = "(max-width: 48rem) 100vw, 48rem") {
  const size = set?.width ? ` width="${set.width}" height="${set.height}"` : "";
  const widths = set?.srcset ? ` srcset="${text(set.srcset)}" sizes="${sizes}"` : "";
  const focus = set?.focus ? ` style="object-position:${set.focus.x}% ${set.focus.y}%"` : "";
  return url ? `<img src="${text(url)}"${widths}${size}${focus} alt="${text(alt ?? set?.alt)}" loading="lazy">` : "";
}
/** @param {string} path @param {string} label */
const link = (path, label) => `<a href="${text(path)}">${text(label)}</a>`;
/** @param {readonly string[]} items */
const list = (items, name = "rows") =>
  items.length ? `<ul class="${name}">${items.map((item) => `<li>${item}</li>`).join("")}</ul>` : "";
/** @param {string | null} heading @param {string | null} body */
const part = (heading, body) => (body ? `<section><h2>${text(heading)}</h2>${body}</section>` : "");
/** @param {readonly unknown[]} words */
const line = (words) => `<p>${words.filter(Boolean).map(text).join(" · ")}</p>`;
const style =
  "body{max-width:48rem;margin:auto;padding:1rem;overflow-wrap:anywhere}img{max-width:100%;height:auto}.cards img{width:12rem;height:8rem;object-fit:cover}";
const feeds = { rss: "application/rss+xml", atom: "application/atom+xml", json: "application/feed+json" };

/** @param {Site} site @param {Head} head @param {string} body */
export function page({ desk, key, name }, { title, lang = "zh", seo, hreflang = [], hit }, body) {
  const head = [
    seo?.desc && `<meta name="description" content="${text(seo.desc)}">`,
    seo?.canonical && `<link rel="canonical" href="${text(seo.canonical)}">`,
    ...hreflang.map((one) => `<link rel="alternate" hreflang="${one.hreflang}" href="${text(one.url)}">`),
    ...Object.entries(feeds).map(
      ([form, type]) => `<link rel="alternate" type="${type}" href="${text(desk)}/api/public/feed/article/${form}">`,
    ),
    seo && `<script type="application/ld+json">${seo.json_ld}</script>`,
  ];
  return `<!doctype html>
<html lang="${text(lang.replace("_", "-"))}" data-desk="${text(desk)}" data-key="${text(key)}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${text(seo?.title ?? title)}</title><style>${style}</style>
${head.filter(Boolean).join("\n")}
<body data-hit="${text(hit && JSON.stringify(hit))}">
<nav>${link("/", name)} ${link("/estate/", "房源")} ${link("/article/", "资讯")}</nav>
<main><h1>${text(title)}</h1>
${body}
</main>
<script src="/site.js"></script><script async src="${text(desk)}/chat/embed.js"></script>
</body></html>
`;
}

/** @type {Record<string, string>} */
const labels = { name: "姓名", phone: "手机号", wechat: "微信", email: "邮箱", budget: "预算", note: "留言" };
/** @param {object} about What the inquiry is about. @param {readonly string[]} fields */
const form = (about, fields = ["name", "phone", "note"], success = "提交成功，顾问会尽快与您联系。") =>
  `<form id="form" data-about="${text(JSON.stringify(about))}" data-success="${text(success)}">
${fields.map((name) => `<label>${labels[name]}<input name="${name}"></label>`).join("\n")}
<label hidden>网址<input name="website" tabindex="-1" autocomplete="off"></label>
<button>提交</button><p role="status"></p></form>`;

/** @param {Card["facts"]} facts */
const words = (facts) => facts.map(({ label, value }) => `${label} ${value}`);
/** Links to records. @param {"estate" | "article" | "special"} folder @param {readonly Row[]} rows */
export const links = (folder, rows) =>
  list(
    rows.map(({ slug, title, cover, cover_set: set, summary, facts = [] }) =>
      [picture(cover, "", set, "12rem"), link(`/${folder}/${slug}`, title), line([summary, ...words(facts)])].join(""),
    ),
    "cards",
  );

/** @param {Estate} estate @param {Card} card */
export const estate = ({ id, album, rooms, description, surroundings }, { facts }) =>
  [
    ...album.map(({ url, set, is_film, caption }) => (is_film ? "" : picture(url, caption, set))),
    line(words(facts)),
    description ?? "",
    part("户型", list(rooms.map((one) => picture(one.floor_plan, one.name) + line([one.name, `${one.area_sqm}㎡`])))),
    part("周边", surroundings),
    part("咨询", form({ kind: "estate", estate_id: id })),
  ].join("\n");

/** @param {Article} article */
export const article = ({ id, publish_at, author, tags, alternates, content, related_estates }) =>
  [
    line([publish_at.slice(0, 10), author, ...tags.map(({ name }) => name)]),
    list(alternates.map(({ slug, lang }) => link(`/article/${slug}`, lang))),
    content,
    part("相关房源", links("estate", related_estates)),
    part("咨询", form({ kind: "general", content_kind: "article", content_id: id })),
  ].join("\n");

/** @param {Special} special */
export const special = (special) => special.modules.map((module) => moduleHtml(module, special)).join("\n");

/** @param {Special["modules"][number]} module @param {Special} special */
function moduleHtml({ type, props }, { id, form: asked, tracker_code: tracker }) {
  switch (type) {
    case "banner":
      return picture(props.picture, props.title) + line([props.title, props.sub_title]);
    case "text":
      return part(props.title, props.content);
    case "picture":
      return picture(props.picture, props.alt);
    case "estates":
      return part(props.title, links("estate", props.estates));
    case "table":
      return part(props.title, list([props.head, ...props.rows].map(line)));
    case "faq":
      return part(props.title, list(props.items.map(({ q, a }) => line([q]) + line([a]))));
    case "video":
      return part(props.title, link(props.url, "观看视频"));
    case "map":
      return part(props.title, line([props.address, props.note]));
    case "countdown":
      return line([props.title, props.until.slice(0, 10)]);
    case "cta": {
      const to = { form: "#form", url: props.url, phone: `tel:${props.phone}` }[props.target];
      return line([props.title, props.text]) + link(to ?? "#form", props.button_text);
    }
    case "form": {
      const about = { kind: asked.kind, content_kind: "special", content_id: id, tracker };
      return part(props.title ?? "咨询", form(about, asked.fields, asked.success_text));
    }
  }
}
