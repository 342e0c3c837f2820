import { publishStatuses } from "~/contract/content/publishing";
import { cityIntro } from "~/server/database/tables/seo/city";
import { escapeHtml } from "~/server/lib/rich-text/display";
import { draftedItem } from "~/server/resources/content/drafted";
import { statusAt } from "~/server/resources/content/kind";
import type { PageOf } from "~/server/resources/content/page";
import { readCity } from "./reading";

export const cityPage: PageOf = async ({ db, services, base }, { id, isDraft }) => {
  const row = await draftedItem(db, { kind: "city_intro", table: cityIntro }, { id, isDraft });
  const read = await readCity({ db, services }, row, { base, isPreview: true });
  const said = (value: string, unit: string | null, year: number | null) =>
    escapeHtml([value, unit].filter(Boolean).join("") + (year ? `（${year}年）` : ""));
  const body = [
    `<h1>${escapeHtml(read.title)}</h1>`,
    `<p class="line">${escapeHtml(read.district.name)}</p>`,
    read.banner ? `<img class="cover" src="${escapeHtml(read.banner)}" alt="" />` : "",
    read.summary ? `<p class="summary">${escapeHtml(read.summary)}</p>` : "",
    read.stats.length
      ? `<table><tbody>${read.stats
          .map(
            ({ label, value, unit, year }) =>
              `<tr><th>${escapeHtml(label)}</th><td>${said(value, unit, year)}</td></tr>`,
          )
          .join("")}</tbody></table>`
      : "",
    ...read.sections.map(({ title, content }) => `<h2>${escapeHtml(title)}</h2><div class="text">${content}</div>`),
    ...read.gallery.map((url) => `<p><img src="${escapeHtml(url)}" alt="" loading="lazy" /></p>`),
  ].join("\n");
  const status = isDraft ? "修改稿" : publishStatuses[statusAt(row, services.now())];
  return { title: read.seo.title, lang: row.lang, status, body };
};
