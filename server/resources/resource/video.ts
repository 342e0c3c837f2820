import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { formatLength } from "~/contract/format";
import {
  video as contract,
  VideoFields as fields,
  VideoDetail,
  type VideoFields,
  VideoRow,
  VideoWhole,
  videoTypes,
} from "~/contract/resource/video";
import { hostNames } from "~/contract/system/setting";
import { video } from "~/server/database/tables/resource/resource";
import { media } from "~/server/database/tables/system/system";
import { found, pick, rowOf, type SignedCall } from "~/server/lib/call";
import { matching, orderOf, tablePage } from "~/server/lib/list";
import { cardHtml, escapeHtml, frameOf } from "~/server/lib/rich-text/display";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { contentHandlers } from "~/server/resources/content/handlers";
import { type ContentItem, inStatuses, kindOf, stateText, type Values } from "~/server/resources/content/kind";
import { lineHtml, type PageOf, tagsHtml, textHtml } from "~/server/resources/content/page";
import { readVideos } from "~/server/resources/content/video-reading";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { draftedItem, presentItem, withValues } from "~/server/resources/content/write";
import { estateNames, placeNames } from "~/server/resources/shared/districts";
import { pictureUrl } from "~/server/resources/shared/upload";

type Video = typeof video.$inferSelect;

async function toVideoRows(call: SignedCall, rows: readonly Video[]): Promise<VideoRow[]> {
  const { db, services } = call;
  const life = await livesOf(call, "video", rows, VideoWhole);
  const places = await placeNames(db, rows);
  const estateIds = rows.flatMap(({ estate_ids }) => estate_ids);
  const estates = await estateNames(db, estateIds);
  return rows.map((row) =>
    rowOf(VideoRow, row, {
      ...life(row),
      cover: row.cover_id ? pictureUrl(services, row.cover_id, "thumb") : null,
      estates: estates(row.estate_ids),
      district: places(row.district_id),
    }),
  );
}

async function videoOf(call: SignedCall, id: number, values: Values = {}): Promise<VideoDetail> {
  const { db, services } = call;
  const row: Video = withValues(await presentItem(db, video, id), values);
  const [shown] = await toVideoRows(call, [row]);
  const { media_id } = row;
  const [film] = media_id ? await db.select().from(media).where(eq(media.id, media_id)) : [];
  return rowOf(VideoDetail, row, {
    ...found(shown),
    ...(await lifeDetailOf(call, "video", row)),
    film: film
      ? { id: film.id, name: film.name, mime: film.mime, size: film.size, url: pictureUrl(services, film.id) }
      : null,
  });
}

export const videoPage: PageOf = async ({ db, services, base }, { id, isDraft }) => {
  const row = await draftedItem(db, { kind: "video", table: video }, { id, isDraft });
  const [read] = await readVideos({ db, services }, [row], { base, isPreview: true });
  const { title, type, duration, source, url, cover, description, tags, estates } = found(read);
  const line = [type && videoTypes[type], duration && formatLength(duration), row.publish_at?.slice(0, 10)];
  const poster = cover ? ` poster="${escapeHtml(cover)}"` : "";
  const film = !url
    ? `<p><mark>${source === "upload" ? "还没有上传视频" : row.external_url ? "视频站点不在允许的范围内" : "还没有填写视频地址"}</mark></p>`
    : source === "upload"
      ? `<video class="film" src="${escapeHtml(url)}"${poster} controls preload="metadata" playsinline></video>`
      : frameOf(escapeHtml(url));
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    lineHtml(line),
    film,
    textHtml("words", description),
    tagsHtml(tags),
    estates.length ? `<h2>相关楼盘</h2><div class="cards">${estates.map(cardHtml).join("")}</div>` : "",
  ].join("\n");
  return { title, lang: "zh", status: stateText(row, isDraft, services.now()), body };
};

export const videos = kindOf({
  kind: "video",
  title: "视频",
  module: "resource",
  table: video,
  fields,
  whole: VideoWhole,
  rich: [],
  pictures: ["cover_id"],
  files: { media_id: "film" },
  named: "title",
  present: (call, id) => videoOf(call, id),
  check: checkAddress,
  derive: filmLength,
});

/** A film on another site is on one that the settings allow; what the record had before may stay. */
async function checkAddress({ db }: SignedCall, values: Values, before: ContentItem | undefined) {
  const address = values.external_url as VideoFields["external_url"];
  const own = before as Video | undefined; // a row of this kind's table
  if (!address || address === own?.external_url) return [];
  const { "content.video_hosts": hosts } = await readSettings(db);
  const allowed = hostNames(hosts);
  if (allowed.includes(new URL(address).host)) return [];
  const message = allowed.length ? `只允许这些站点的视频：${allowed.join("、")}` : "系统设置中没有允许的视频站点";
  return [{ field: "external_url", label: "视频地址", message }];
}

/** An uploaded film tells its length where it was not entered. */
async function filmLength({ db }: SignedCall, values: Values): Promise<Values> {
  const { source, media_id, duration } = values as Partial<VideoFields>;
  if (duration || source !== "upload" || !media_id) return {};
  const [film] = await pick(db, media, ["duration"], inArray(media.id, [media_id]));
  return film?.duration ? { duration: film.duration } : {};
}

type Query = z.output<typeof contract.list.query>;

const videoRows = ({ keyword, status, ...query }: Query, at: Date): SQL =>
  sql`${and(
    isNull(video.deleted_at),
    keyword ? containsText(video.title, keyword) : undefined,
    ...matching(video, query, ["type", "source"]),
    inStatuses(video, status, at),
  )}`;

export const videoHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const parts = { where: videoRows(query, services.now()), order: orderOf(video, query.sort, video.id) };
    return tablePage(call, video, parts, toVideoRows);
  }),
  ...contentHandlers(videos, contract, videoOf),
];
