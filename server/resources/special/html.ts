import type { EstateCard } from "~/contract/content/public-content";
import type { PublicModule, PublicSpecial } from "~/contract/special/public-special";
import { escapeHtml, frameOf } from "~/server/lib/rich-text/display";
import { type FormShown, formHtml } from "./form-html";
import type { Words } from "./words";

/** A picture's measures, by its address. */
export type SizeOf = (url: string) => { width: number; height: number } | undefined;

export interface Shown {
  page: PublicSpecial;
  form: FormShown;
  /** The form has been sent: a message is shown in its place. */
  isSent: boolean;
  now: Date;
  sizeOf: SizeOf;
}

const text = (words: string | null) => escapeHtml(words ?? "");

export function bodyHtml(shown: Shown): string {
  const { modules } = shown.page;
  const { words } = shown.form;
  const hasForm = modules.some(({ type }) => type === "form");
  const [first] = modules;
  const heads = first?.type === "banner" ? modules.slice(1) : modules;
  const forms = modules.findIndex(({ type }) => type === "form");
  return [
    first?.type === "banner"
      ? bannerHtml({ ...first.props, title: first.props.title ?? shown.page.title }, shown, { isFirst: true, hasForm })
      : coverHtml(shown, hasForm),
    "<main>",
    ...heads.map((module) => moduleHtml(module, shown, { hasForm, isForm: module === modules[forms] })),
    "</main>",
    `<footer>${escapeHtml(words.disclaimer)}</footer>`,
    hasForm && !shown.isSent
      ? `<div class="bar"><a class="button" href="#form">${escapeHtml(words.consult)}</a></div>`
      : "",
  ].join("\n");
}

/** The modules of a page that is a part of another one, which has a form of its own. */
export const modulesHtml = (shown: Shown): string =>
  shown.page.modules
    .filter(({ type }) => type !== "form")
    .map((module) => moduleHtml(module, shown, { hasForm: true }))
    .join("\n");

interface Place {
  hasForm: boolean;
  /** The form's address on the page leads here: to the first one. */
  isForm?: boolean;
  isFirst?: boolean;
}

const section = (inside: string, kind = "inner") =>
  `<section class="block"><div class="${kind}">${inside}</div></section>`;
const heading = (title: string | null) => (title ? `<h2>${escapeHtml(title)}</h2>` : "");

function moduleHtml(module: PublicModule, shown: Shown, place: Place): string {
  switch (module.type) {
    case "banner":
      return bannerHtml(module.props, shown, place);
    case "text":
      return section(`${heading(module.props.title)}<div class="text">${module.props.content}</div>`, "narrow");
    case "picture":
      return pictureHtml(module.props, shown);
    case "estates":
      return estatesHtml(module.props);
    case "table":
      return section(heading(module.props.title) + tableHtml(module.props, shown.form.words));
    case "faq":
      return section(
        heading(module.props.title) +
          module.props.items
            .map(({ q, a }) => `<details><summary>${escapeHtml(q)}</summary><p>${escapeHtml(a)}</p></details>`)
            .join(""),
        "narrow",
      );
    case "video":
      return section(heading(module.props.title) + filmHtml(module.props));
    case "form":
      return formSection(module.props, shown, place);
    case "map":
      return section(heading(module.props.title) + placeHtml(module.props, shown.form.words), "narrow");
    case "countdown":
      return countHtml(module.props, shown);
    case "cta":
      return callHtml(module.props, place);
  }
}

/** Where no banner begins the page, its cover does. */
const coverHtml = (shown: Shown, hasForm: boolean) =>
  bannerHtml(
    {
      title: shown.page.title,
      sub_title: null,
      picture: shown.page.cover,
      picture_mobile: shown.page.cover_mobile,
      button_text: null,
    },
    shown,
    { isFirst: true, hasForm },
  );

type PropsOf<T extends PublicModule["type"]> = Extract<PublicModule, { type: T }>["props"];

function bannerHtml(props: PropsOf<"banner">, { sizeOf }: Shown, { isFirst, hasForm }: Place): string {
  const { title, sub_title, picture, picture_mobile, button_text } = props;
  const level = isFirst ? "h1" : "h2";
  const words = [
    title ? `<${level}>${escapeHtml(title)}</${level}>` : "",
    sub_title ? `<p>${escapeHtml(sub_title)}</p>` : "",
    button_text && hasForm ? `<a class="button" href="#form">${escapeHtml(button_text)}</a>` : "",
  ].join("");
  const narrow = picture_mobile && picture_mobile !== picture;
  const image = picture
    ? `<picture>${narrow ? `<source media="(max-width: 600px)" srcset="${escapeHtml(picture_mobile)}" />` : ""}<img src="${escapeHtml(picture)}" alt=""${measures(sizeOf(picture))} ${isFirst ? 'fetchpriority="high"' : 'loading="lazy"'} decoding="async" /></picture>`
    : "";
  const tag = isFirst ? "header" : "section";
  return `<${tag} class="banner">${image}${words ? `<div class="words"><div>${words}</div></div>` : ""}</${tag}>`;
}

const measures = (size: ReturnType<SizeOf>) => (size ? ` width="${size.width}" height="${size.height}"` : "");

function pictureHtml({ picture, alt, url }: PropsOf<"picture">, { sizeOf }: Shown): string {
  if (!picture) return "";
  const image = `<img src="${escapeHtml(picture)}" alt="${text(alt)}"${measures(sizeOf(picture))} loading="lazy" decoding="async" />`;
  const linked = url ? `<a href="${escapeHtml(url)}" rel="noopener" target="_blank">${image}</a>` : image;
  const caption = alt ? `<figcaption aria-hidden="true">${escapeHtml(alt)}</figcaption>` : "";
  return section(`<figure class="figure">${linked}${caption}</figure>`);
}

const estatesHtml = ({ title, estates }: PropsOf<"estates">) =>
  estates.length
    ? section(
        `${heading(title)}<ul class="cards">${estates.map((card) => `<li>${estateHtml(card)}</li>`).join("")}</ul>`,
      )
    : "";

function estateHtml({ title, cover, facts, url }: EstateCard): string {
  const picture = cover
    ? `<img src="${escapeHtml(cover)}" alt="" width="480" height="320" loading="lazy" decoding="async" />`
    : '<div class="blank"></div>';
  const lines = facts
    .map(
      ({ label, value }) =>
        `<dt>${escapeHtml(label)}</dt><dd${label === "总价" ? ' class="price"' : ""}>${escapeHtml(value)}</dd>`,
    )
    .join("");
  const inside = `${picture}<strong>${escapeHtml(title)}</strong><dl>${lines}</dl>`;
  return url
    ? `<a class="estate" href="${escapeHtml(url)}" rel="noopener" target="_blank">${inside}</a>`
    : `<div class="estate">${inside}</div>`;
}

function tableHtml({ title, head, rows }: PropsOf<"table">, words: Words): string {
  const wide = Math.max(head.length, ...rows.map((row) => row.length));
  const cells = (row: readonly string[], tag: "th" | "td") =>
    Array.from({ length: wide }, (_, at) => `<${tag}>${text(row[at] ?? null)}</${tag}>`).join("");
  const top = head.length ? `<thead><tr>${cells(head, "th")}</tr></thead>` : "";
  const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
  // Wider than a phone, it is moved aside, by the keyboard too.
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escapeHtml(title ?? words.table)}"><table>${top}<tbody>${body}</tbody></table></div>`;
}

function filmHtml({ source, url, cover }: PropsOf<"video">): string {
  if (source === "link") return frameOf(escapeHtml(url));
  const poster = cover ? ` poster="${escapeHtml(cover)}"` : "";
  return `<video class="film" src="${escapeHtml(url)}"${poster} controls preload="none" playsinline></video>`;
}

function formSection({ title, note, button_text }: PropsOf<"form">, shown: Shown, { isForm }: Place): string {
  const { words } = shown.form;
  const inside = shown.isSent
    ? `<div class="sent" role="status"><p>${escapeHtml(shown.page.form.success_text)}</p></div>`
    : formHtml(shown.form, { button: button_text ?? words.submit, note });
  if (!isForm)
    return `<section class="block"><div class="narrow"><a class="button" href="#form">${escapeHtml(words.toForm)}</a></div></section>`;
  return `<section class="block" id="form"><div class="narrow">${heading(title)}${inside}</div></section>`;
}

function placeHtml({ address, lat, lng, note }: PropsOf<"map">, words: Words): string {
  const link =
    lat !== null && lng !== null
      ? `<p><a href="https://www.openstreetmap.org/?mlat=${lat}&amp;mlon=${lng}#map=16/${lat}/${lng}" rel="noopener" target="_blank">${escapeHtml(words.onMap)}</a></p>`
      : "";
  return `<div class="place"><strong>${escapeHtml(address)}</strong>${note ? `<p>${escapeHtml(note)}</p>` : ""}${link}</div>`;
}

const hour = 3_600_000;

function countHtml({ title, until, ended_text }: PropsOf<"countdown">, { now, form: { words } }: Shown): string {
  const left = Date.parse(until) - now.getTime();
  const days = Math.floor(left / (24 * hour));
  const hours = Math.floor((left % (24 * hour)) / hour);
  const said = left > 0 ? words.left(days, hours) : (ended_text ?? words.isOver);
  const moment = new Intl.DateTimeFormat(words.locale, {
    ...{ timeZone: "Asia/Shanghai", dateStyle: "long", timeStyle: "short" },
  }).format(new Date(until));
  return `<section class="count">${heading(title)}<strong>${escapeHtml(said)}</strong><time datetime="${escapeHtml(until)}">${escapeHtml(words.until(moment))}</time></section>`;
}

function callHtml({ title, text: words, button_text, target, url, phone }: PropsOf<"cta">, { hasForm }: Place): string {
  const to =
    target === "form"
      ? hasForm
        ? "#form"
        : null
      : target === "phone"
        ? phone && `tel:${phone.replace(/[\s-]/g, "")}`
        : url;
  const away = target === "url" ? ' rel="noopener" target="_blank"' : "";
  const button = to ? `<a class="button" href="${escapeHtml(to)}"${away}>${escapeHtml(button_text)}</a>` : "";
  return `<section class="call">${heading(title)}${words ? `<p>${escapeHtml(words)}</p>` : ""}${button}</section>`;
}

/** The head of a page, for search engines and for previews of a shared link. */
export function headHtml({ seo, cover, title, hreflang }: PublicSpecial): string {
  const meta = (name: string, content: string | null, by = "name") =>
    content ? `<meta ${by}="${name}" content="${escapeHtml(content)}" />` : "";
  const base = seo.canonical ?? undefined;
  const languages = hreflang.map(
    ({ hreflang: tag, url }) => `<link rel="alternate" hreflang="${tag}" href="${escapeHtml(url)}" />`,
  );
  return [
    meta("description", seo.desc),
    meta("keywords", seo.keywords.join(",") || null),
    seo.canonical ? `<link rel="canonical" href="${escapeHtml(seo.canonical)}" />` : "",
    meta("og:title", title, "property"),
    meta("og:type", "website", "property"),
    // A preview of a shared link needs a whole address.
    meta("og:image", cover && URL.canParse(cover, base) ? new URL(cover, base).href : null, "property"),
    ...languages,
    `<script type="application/ld+json">${seo.json_ld}</script>`,
  ]
    .filter(Boolean)
    .join("\n");
}
