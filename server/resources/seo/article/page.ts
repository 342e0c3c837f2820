import { publishStatuses } from "~/contract/content/publishing";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { escapeHtml } from "~/server/lib/rich-text/display";
import { draftedItem } from "~/server/resources/content/drafted";
import { statusAt } from "~/server/resources/content/kind";
import type { PageOf } from "~/server/resources/content/page";
import { readSeoArticle } from "./reading";

export const seoArticlePage: PageOf = async ({ db, services, base }, { id, isDraft }) => {
  const row = await draftedItem(db, { kind: "seo_article", table: seoArticle }, { id, isDraft });
  const read = await readSeoArticle({ db, services }, row, { base, isPreview: true });
  const line = [read.district?.name, read.author, row.publish_at?.slice(0, 10)].filter(Boolean);
  const body = [
    `<h1>${escapeHtml(read.title)}</h1>`,
    `<p class="line">${line.map((one) => escapeHtml(String(one))).join(" · ")}</p>`,
    read.cover ? `<img class="cover" src="${escapeHtml(read.cover)}" alt="" />` : "",
    read.summary ? `<p class="summary">${escapeHtml(read.summary)}</p>` : "",
    `<div class="text">${read.content}</div>`,
    read.faq.length
      ? `<h2>常见问题</h2>${read.faq.map(({ q, a }) => `<h3>${escapeHtml(q)}</h3><p class="words">${escapeHtml(a)}</p>`).join("")}`
      : "",
    read.tags.length
      ? `<ul class="tags">${read.tags.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join("")}</ul>`
      : "",
    read.related.length
      ? `<h2>相关文章</h2><ul>${read.related.map(({ title }) => `<li>${escapeHtml(title)}</li>`).join("")}</ul>`
      : "",
  ].join("\n");
  const status = isDraft ? "修改稿" : publishStatuses[statusAt(row, services.now())];
  return { title: read.seo.title, lang: row.lang, status, body };
};
