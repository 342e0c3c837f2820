import { z } from "zod";
import { batchReply, csv, ids, keyword, listQuery, oneOf, page, queryDays, queryId, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import type { Permission } from "../permissions";
import { libraryScenes } from "../shared/upload";
import { contentCodes, contentKinds } from "./content-kinds";

export const mediaKinds = { image: "图片", video: "视频", doc: "文件" } as const;
export const mediaStatuses = { ready: "可用", trashed: "回收站" } as const;

/** What may use a file: the kinds of content, and what else is public. */
export const mediaUsers = {
  ...contentKinds,
  banner: "轮播图",
  estate: "房源",
  mansion: "楼栋",
  room: "户型",
  country: "国家/地区",
  district: "区域",
  notification: "通知",
} as const;
export type MediaUser = keyof typeof mediaUsers;

/** By which code one may read what uses a file. */
export const mediaUserCodes: Readonly<Record<MediaUser, Permission>> = {
  ...(Object.fromEntries(Object.entries(contentCodes).map(([kind, { view }]) => [kind, view])) as Record<
    keyof typeof contentCodes,
    Permission
  >), // the same keys
  banner: "resource:banner:manage",
  estate: "house:estate:view",
  mansion: "house:mansion:view",
  room: "house:estate:view",
  country: "geo:region:manage",
  district: "geo:region:manage",
  notification: "notification:info:view",
};

/** Where in its user a file is: in what it says now, in the draft copy beside it, or in a version that is kept. */
export const mediaPlaces = { now: "使用中", draft: "修改稿", kept: "历史版本" } as const;

const alt = (language: string) => field.optional(field.text(`替代文字（${language}）`, 200));
const percent = (label: string) => field.optional(field.integer(label, 0, 100, "%"));

export const MediaFields = z.object({
  name: field.text("名称", 200),
  alt_zh: alt("简体中文"),
  alt_zh_tw: alt("繁體中文"),
  alt_ja: alt("日本語"),
  alt_en: alt("English"),
  focus_x: percent("焦点横向"),
  focus_y: percent("焦点纵向"),
});
export type MediaFields = z.output<typeof MediaFields>;

const Focused = MediaFields.extend({ version: field.version() }).refine(
  ({ focus_x, focus_y }) => (focus_x === null) === (focus_y === null),
  { path: ["focus_y"], message: "焦点的横向和纵向须同时填写" },
);

/** A part of a picture, in percent of its sides. */
export const Crop = z.object({
  left: field.integer("左边", 0, 99, "%"),
  top: field.integer("上边", 0, 99, "%"),
  width: field.integer("宽度", 1, 100, "%"),
  height: field.integer("高度", 1, 100, "%"),
});
export type Crop = z.output<typeof Crop>;

const Cropping = Crop.extend({ version: field.version() }).superRefine(({ left, top, width, height }, context) => {
  const wrong = (name: "width" | "height") =>
    context.addIssue({ code: "custom", path: [name], message: "裁剪范围超出图片" });
  if (left + width > 100) wrong("width");
  if (top + height > 100) wrong("height");
});

export const MediaRow = field.rowOf(MediaFields, ["name"], {
  ...field.record(),
  kind: field.choice("类型", mediaKinds),
  status: field.choice("状态", mediaStatuses),
  mime: z.string(),
  size: z.int().meta({ label: "大小" }),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Of a film, in seconds. */
  duration: z.int().nullable(),
  pages: z.int().nullable(),
  /** The upload's scene, which a file in its place has as well. */
  scene: z.enum(libraryScenes),
  /** Works for some minutes; empty in the recycle bin. */
  url: z.string(),
  thumb: z.string().nullable(),
  uploader: ref.nullable().meta({ label: "上传人", isPerson: true }),
  created_at: field.instant("上传时间"),
  can: field.can("edit", "delete", "restore", "destroy"),
});
export type MediaRow = z.output<typeof MediaRow>;

const Use = z.object({
  user: field.choice("引用处", mediaUsers),
  id: z.int(),
  /** Null: the reader may not see it. */
  name: z.string().nullable(),
  place: field.choice("位置", mediaPlaces),
});
export type MediaUse = z.output<typeof Use>;

export const MediaDetail = MediaRow.extend({
  ...field.rowOf(MediaFields, ["alt_zh", "alt_zh_tw", "alt_ja", "alt_en", "focus_x", "focus_y"], {}).shape,
  /** The widths that are ready. */
  widths: z.array(z.int()),
  uses: z.array(Use),
});
export type MediaDetail = z.output<typeof MediaDetail>;

/** The file as it is now, which a replacement has made another one, and the batch by which the act is undone. */
const changed = z.object({ id: z.int(), batch_id: z.int() });

const path = "/api/content/media";
const [view, edit, destroy] = ["content:media:view", "content:media:edit", "content:media:destroy"] as const;

/** The codes of writers whose texts may hold pictures. */
const writers: readonly Permission[] = [
  edit,
  "notification:info:edit",
  "house:estate:edit",
  ...new Set(Object.values(contentCodes).map((codes) => codes.edit)),
];

/** The media library (domain B.1, C.7): the files of public content. */
export const media = {
  list: endpoint(`GET ${path}`, "素材列表", view, {
    query: listQuery(
      {
        keyword: keyword(),
        kind: oneOf(mediaKinds),
        scene: csv(z.enum(libraryScenes)).meta({ label: "用途" }),
        status: oneOf(mediaStatuses).meta({ label: "状态" }),
        uploader_id: queryId().meta({ label: "上传人", scene: "users" }),
        ...queryDays("created"),
      },
      ["created_at", "size", "name"],
      "-created_at",
    ),
    where: { not: ["status"] },
    reply: page(MediaRow),
  }),
  get: endpoint(`GET ${path}/{id}`, "素材详情", view, { kind: "media", reply: MediaDetail }),
  /** Takes files that the caller has sent into the library, so that they stay although nothing uses them. */
  keep: endpoint(`PUT ${path}/keep`, "上传到素材库", edit, {
    body: z.object({ ids: ids().meta({ label: "文件", control: "media" }) }),
    reply: z.null(),
  }),
  update: endpoint(`PUT ${path}/{id}`, "编辑素材", edit, { body: Focused, reply: changed }),
  /** Puts a file that the caller has sent for the same scene in its place, wherever it is used. */
  replace: endpoint(`PUT ${path}/{id}/file`, "替换素材", edit, {
    body: z.object({ media_id: field.id("新文件").meta({ control: "media" }), version: field.version() }),
    reply: changed,
  }),
  crop: endpoint(`PUT ${path}/{id}/crop`, "裁剪素材", edit, {
    body: Cropping,
    reply: changed,
  }),
  /** 40904 while something uses it. */
  trash: endpoint(`POST ${path}/trash`, "删除素材", edit, {
    body: z.object({ ids: ids() }),
    reply: batchReply,
  }),
  restore: endpoint(`POST ${path}/restore`, "恢复素材", edit, {
    body: z.object({ ids: ids() }),
    reply: batchReply,
  }),
  destroy: endpoint(`DELETE ${path}/{id}`, "彻底删除素材", destroy, { reply: z.null() }),
  /** Fetches a picture from one of the hosts of `content.picture_hosts`, for a text that was pasted. */
  fetch: endpoint(`POST ${path}/fetch`, "取回图片", writers, {
    body: z.object({ url: z.url({ protocol: /^https$/, error: "图片地址须以 https:// 开头" }).max(2_000) }),
    reply: z.object({ id: z.int(), url: z.string() }),
    unkeyed: "a picture that no text takes is swept away",
  }),
};
