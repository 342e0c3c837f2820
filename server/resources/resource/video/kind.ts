import { inArray } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { VideoFields as fields, type VideoFields, VideoWhole } from "~/contract/resource/video";
import { hostNames } from "~/contract/system/setting";
import { video } from "~/server/database/tables/resource/resource";
import { media } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { readSettings } from "~/server/lib/settings";
import { type ContentItem, kindOf, type Values } from "~/server/resources/content/kind";
import { type Video, videoOf } from "./view";

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
async function checkAddress(
  { db }: SignedCall,
  values: Values,
  before: ContentItem | undefined,
): Promise<FieldError[]> {
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
  const [film] = await db
    .select({ duration: media.duration })
    .from(media)
    .where(inArray(media.id, [media_id]));
  return film?.duration ? { duration: film.duration } : {};
}
