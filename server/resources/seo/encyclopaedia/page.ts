import { publishStatuses } from "~/contract/content/publishing";
import { encyclopaedia } from "~/server/database/tables/seo/city";
import { escapeHtml } from "~/server/lib/rich-text/display";
import { draftedItem } from "~/server/resources/content/drafted";
import { statusAt } from "~/server/resources/content/kind";
import type { PageOf } from "~/server/resources/content/page";
import { readEncyclopaedia } from "./reading";

export const encyclopaediaPage: PageOf = async ({ db, services, base }, { id, isDraft }) => {
  const row = await draftedItem(db, { kind: "encyclopaedia", table: encyclopaedia }, { id, isDraft });
  const read = await readEncyclopaedia({ db, services }, row, { base, isPreview: true });
  const line = [read.city?.title, read.category_name, row.publish_at?.slice(0, 10)].filter(Boolean);
  const body = [
    `<h1>${escapeHtml(read.title)}</h1>`,
    `<p class="line">${line.map((one) => escapeHtml(String(one))).join(" · ")}</p>`,
    read.cover ? `<img class="cover" src="${escapeHtml(read.cover)}" alt="" />` : "",
    read.summary ? `<p class="summary">${escapeHtml(read.summary)}</p>` : "",
    `<div class="text">${read.content}</div>`,
    read.tags.length
      ? `<ul class="tags">${read.tags.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join("")}</ul>`
      : "",
    read.related.length
      ? `<h2>相关百科</h2><ul>${read.related.map(({ title }) => `<li>${escapeHtml(title)}</li>`).join("")}</ul>`
      : "",
  ].join("\n");
  const status = isDraft ? "修改稿" : publishStatuses[statusAt(row, services.now())];
  return { title: read.seo.title, lang: row.lang, status, body };
};
