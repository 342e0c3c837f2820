import { publishStatuses } from "~/contract/content/publishing";
import { formatLength } from "~/contract/format";
import { videoTypes } from "~/contract/resource/video";
import { video } from "~/server/database/tables/resource/resource";
import { found } from "~/server/lib/refusal";
import { cardHtml, escapeHtml, frameOf } from "~/server/lib/rich-text/display";
import { draftedItem } from "~/server/resources/content/drafted";
import { statusAt } from "~/server/resources/content/kind";
import type { PageOf } from "~/server/resources/content/page";
import { readVideos } from "~/server/resources/content/video-reading";

export const videoPage: PageOf = async ({ db, services, base }, { id, isDraft }) => {
  const row = await draftedItem(db, { kind: "video", table: video }, { id, isDraft });
  const [read] = await readVideos({ db, services }, [row], { base, isPreview: true });
  const { title, type, duration, source, url, cover, description, tags, estates } = found(read);
  const line = [type && videoTypes[type], duration && formatLength(duration), row.publish_at?.slice(0, 10)].filter(
    Boolean,
  );
  const poster = cover ? ` poster="${escapeHtml(cover)}"` : "";
  const film = !url
    ? `<p><mark>${source === "upload" ? "还没有上传视频" : row.external_url ? "视频站点不在允许的范围内" : "还没有填写视频地址"}</mark></p>`
    : source === "upload"
      ? `<video class="film" src="${escapeHtml(url)}"${poster} controls preload="metadata" playsinline></video>`
      : frameOf(escapeHtml(url));
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="line">${line.map((one) => escapeHtml(String(one))).join(" · ")}</p>`,
    film,
    description ? `<p class="words">${escapeHtml(description)}</p>` : "",
    tags.length ? `<ul class="tags">${tags.map((name) => `<li>${escapeHtml(name)}</li>`).join("")}</ul>` : "",
    estates.length ? `<h2>相关楼盘</h2><div class="cards">${estates.map(cardHtml).join("")}</div>` : "",
  ].join("\n");
  return { title, lang: "zh", status: isDraft ? "修改稿" : publishStatuses[statusAt(row, services.now())], body };
};
