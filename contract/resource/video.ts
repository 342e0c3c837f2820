import { z } from "zod";
import { keyword, listQuery, oneOf, page, ref } from "../common";
import { contentCodes } from "../content/content-kinds";
import { media } from "../content/media";
import { countOf, itemRequests, offlineAt, several } from "../content/page-fields";
import { contentEndpoints, lifeDetail, lifeOf, listedStatuses } from "../content/publishing";
import { siteFigures } from "../content/site-figures";
import * as field from "../field";
import { chosenRequest, listRequest, screenData } from "../screen-data";

export const videoTypes = {
  estate: "楼盘讲解",
  city: "城市介绍",
  course: "购房课堂",
  interview: "访谈",
  vlog: "探盘",
} as const;
export const videoSources = { upload: "上传", link: "外链" } as const;

/** A film's address on another site; which sites, the setting `content.video_hosts` says. */
const filmAddress = () =>
  z
    .url({ protocol: /^https$/, error: "视频地址须为https开头的完整网址" })
    .max(500, "视频地址不能超过500个字")
    .meta({ label: "视频地址", control: "text" });

export const VideoFields = z.object({
  title: field.text("标题", 60),
  type: field.optional(field.choice("类型", videoTypes)),
  source: field.choice("来源", videoSources).default("upload"),
  media_id: field.optional(field.id("视频文件")).meta({ control: "media" }),
  external_url: field.optional(filmAddress()).meta({ help: "播放器的嵌入地址，须在允许的视频站点内" }),
  cover_id: field.optional(field.id("封面")).meta({ control: "media" }),
  duration: field.optional(field.integer("时长", 1, 86_400).meta({ unit: "秒" })),
  description: field.optional(field.longText("简介", 500)),
  tags: z.array(field.text("标签", 20)).max(10, "标签最多10个").default([]).meta({ label: "标签", control: "tags" }),
  country_code: field.optional(field.optionValue("国家/地区", "countries")),
  district_id: field.optional(field.reference("区域", "districts")),
  estate_ids: several("关联楼盘", "estates", 5),
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
  offline_at: offlineAt(),
});
export type VideoFields = z.output<typeof VideoFields>;

/** What a publication demands (domain B.7): of an upload its file, of a link its address. */
export const VideoWhole = VideoFields.extend({
  type: field.choice("类型", videoTypes),
  cover_id: field.id("封面"),
}).superRefine(({ source, media_id, external_url }, context) => {
  if (source === "upload" && media_id === null)
    context.addIssue({ code: "custom", path: ["media_id"], message: "请上传视频文件" });
  if (source === "link" && external_url === null)
    context.addIssue({ code: "custom", path: ["external_url"], message: "请输入视频地址" });
});

export const VideoRow = field.rowOf(
  VideoFields,
  ["title", "type", "source", "duration", "country_code", "sort", "offline_at"],
  {
    ...lifeOf,
    cover: z.string().nullable().meta({ label: "封面" }),
    estates: z.array(ref).meta({ label: "关联楼盘" }),
    district: ref.nullable().meta({ label: "区域" }),
    play_count: countOf("播放", siteFigures.plays),
    like_count: countOf("点赞"),
    view_count: countOf("浏览", siteFigures.views),
  },
);
export type VideoRow = z.output<typeof VideoRow>;

export const VideoDetail = VideoRow.extend({
  ...field.rowOf(
    VideoFields,
    ["media_id", "external_url", "cover_id", "description", "tags", "district_id", "estate_ids"],
    {},
  ).shape,
  ...lifeDetail,
  film: z.object({ id: z.int(), name: z.string(), mime: z.string(), size: z.int(), url: z.string() }).nullable(),
});
export type VideoDetail = z.output<typeof VideoDetail>;
export const VideoRecord = VideoDetail;

const { view, edit, publish } = contentCodes.video;

export const video = contentEndpoints("/api/resource/video", "视频", {
  ...{ kind: "video", view, edit, publish, fields: VideoFields, record: VideoDetail, page: page(VideoRow) },
  query: listQuery(
    {
      keyword: keyword(),
      type: oneOf(videoTypes),
      source: oneOf(videoSources),
      status: oneOf(listedStatuses).meta({ label: "状态" }),
    },
    ["updated_at", "publish_at", "created_at", "play_count", "sort"],
    "-updated_at",
  ),
  where: { more: { title: VideoRow.shape.title, offline_at: VideoRow.shape.offline_at }, not: ["status"] },
});

export const videoTabs = { video: "视频", media: "素材库" } as const;

export const videoScreens = {
  /** `?tab=media`: the media library, with one file open by `media=7`. */
  "/resources/video": screenData("list", (address) => {
    const isLibrary = address.search.get("tab") === "media";
    return {
      page: isLibrary ? undefined : listRequest(video.list, address),
      library: isLibrary ? listRequest(media.list, address) : undefined,
      item: isLibrary ? chosenRequest(media.get, address.search.get("media")) : undefined,
    };
  }),
  "/resources/video/deployVideo": screenData("page", itemRequests(video)),
};
