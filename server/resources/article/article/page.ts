import { publishStatuses } from "~/contract/content/publishing";
import { article } from "~/server/database/tables/article/article";
import { cardHtml, escapeHtml } from "~/server/lib/rich-text/display";
import { draftedItem } from "~/server/resources/content/drafted";
import { statusAt } from "~/server/resources/content/kind";
import type { PageOf } from "~/server/resources/content/page";
import { readArticle } from "./reading";

export const articlePage: PageOf = async ({ db, services, base }, { id, isDraft }) => {
  const row = await draftedItem(db, { kind: "article", table: article }, { id, isDraft });
  const read = await readArticle({ db, services }, row, { base, isPreview: true });
  const line = [
    read.category?.name,
    read.author,
    row.publish_at ? row.publish_at.slice(0, 10) : null,
    read.source && `来源：${read.source}`,
  ].filter(Boolean);
  const status = isDraft ? "修改稿" : publishStatuses[statusAt(row, services.now())];
  const body = [
    `<h1>${escapeHtml(read.title)}</h1>`,
    read.sub_title ? `<p class="sub">${escapeHtml(read.sub_title)}</p>` : "",
    `<p class="line">${line.map((one) => escapeHtml(String(one))).join(" · ")}</p>`,
    read.cover ? `<img class="cover" src="${escapeHtml(read.cover)}" alt="" />` : "",
    read.summary ? `<p class="summary">${escapeHtml(read.summary)}</p>` : "",
    `<div class="text">${read.content}</div>`,
    read.tags.length
      ? `<ul class="tags">${read.tags.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join("")}</ul>`
      : "",
    read.related_estates.length
      ? `<h2>相关房源</h2><div class="cards">${read.related_estates.map(cardHtml).join("")}</div>`
      : "",
  ].join("\n");
  return { title: read.seo.title, lang: row.lang, status, body };
};
