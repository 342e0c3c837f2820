import { publishStatuses } from "~/contract/content/publishing";
import { formatUnit } from "~/contract/format";
import { reportCategories } from "~/contract/resource/report";
import { report } from "~/server/database/tables/resource/resource";
import { found } from "~/server/lib/refusal";
import { escapeHtml } from "~/server/lib/rich-text/display";
import { draftedItem } from "~/server/resources/content/drafted";
import { statusAt } from "~/server/resources/content/kind";
import type { PageOf } from "~/server/resources/content/page";
import { readReports } from "./reading";

const megabyte = 1024 * 1024;

/** A report as a page of its own: what its readers see before they download it. */
export const reportPage: PageOf = async ({ db, services, base }, { id, isDraft }) => {
  const row = await draftedItem(db, { kind: "report", table: report }, { id, isDraft });
  const [read] = await readReports({ db, services }, [row], { base, isPreview: true });
  const { title, period, category, cover, summary, need_contact, pages, size, district } = found(read);
  const line = [
    ...[period, category && reportCategories[category], district?.name],
    ...[pages && `${pages}页`, size && formatUnit((size / megabyte).toFixed(1), "MB"), row.publish_at?.slice(0, 10)],
  ].filter(Boolean);
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="line">${line.map((one) => escapeHtml(String(one))).join(" · ")}</p>`,
    cover ? `<img class="cover" src="${escapeHtml(cover)}" alt="" />` : "",
    summary ? `<p class="words">${escapeHtml(summary)}</p>` : "",
    row.file_id ? "" : "<p><mark>还没有上传报告文件</mark></p>",
    `<p class="line">${need_contact ? "留下手机号或邮箱后下载" : "可直接下载"}</p>`,
  ].join("\n");
  return { title, lang: "zh", status: isDraft ? "修改稿" : publishStatuses[statusAt(row, services.now())], body };
};
