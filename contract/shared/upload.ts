import { z } from "zod";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { externalId, signedEndpoint, TakenIn } from "../signed";

const documents = [
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
] as const;

/** Bytes of a part of a file that is sent in parts; of the last one as many as are left. */
export const partBytes = 8 * 1024 * 1024;
/** Scenes whose files are sent in parts, which may be continued for a day: over a poor line, or after the page was closed. */
export const inParts = (scene: UploadScene): boolean => scene === "film";

/** What may be uploaded where: kinds of file and the setting that limits its size in MB. A sealed one is encrypted on the disk and read through its record only. */
export const uploadScenes = {
  tracking: {
    label: "跟进图片",
    mimes: ["image/jpeg", "image/png", "image/webp"],
    limit: "upload.image_mb",
    isPrivate: true,
    isSealed: false,
  },
  evidence: {
    label: "证据",
    mimes: ["image/jpeg", "image/png", "image/webp"],
    limit: "upload.image_mb",
    isPrivate: true,
    isSealed: false,
  },
  avatar: {
    label: "头像",
    mimes: ["image/jpeg", "image/png", "image/webp"],
    limit: "upload.image_mb",
    isPrivate: false,
    isSealed: false,
  },
  cover: {
    label: "封面",
    mimes: ["image/jpeg", "image/png", "image/webp"],
    limit: "upload.image_mb",
    isPrivate: false,
    isSealed: false,
  },
  content: {
    label: "正文图片",
    mimes: ["image/jpeg", "image/png", "image/webp"],
    limit: "upload.image_mb",
    isPrivate: false,
    isSealed: false,
  },
  album: {
    label: "相册图片",
    mimes: ["image/jpeg", "image/png", "image/webp"],
    limit: "upload.image_mb",
    isPrivate: false,
    isSealed: false,
  },
  film: {
    label: "视频",
    mimes: ["video/mp4"],
    limit: "upload.video_mb",
    isPrivate: false,
    isSealed: false,
  },
  report: {
    label: "趋势报告",
    mimes: ["application/pdf"],
    limit: "upload.report_mb",
    isPrivate: true,
    isSealed: false,
  },
  brochure: {
    label: "楼书",
    mimes: ["application/pdf"],
    limit: "upload.doc_mb",
    isPrivate: true,
    isSealed: false,
  },
  annex: {
    label: "附件",
    mimes: ["image/jpeg", "image/png", "image/webp", ...documents],
    limit: "upload.annex_mb",
    isPrivate: true,
    isSealed: true,
  },
  agreement: {
    label: "合作文件",
    mimes: ["image/jpeg", "image/png", "image/webp", ...documents],
    limit: "upload.doc_mb",
    isPrivate: true,
    isSealed: false,
  },
  statement: {
    label: "对账单文件",
    // Developers' sheets come as both.
    mimes: ["image/jpeg", "image/png", "image/webp", ...documents, "text/csv"],
    limit: "upload.doc_mb",
    isPrivate: true,
    isSealed: false,
  },
  deal: {
    label: "成交附件",
    mimes: ["image/jpeg", "image/png", "image/webp", ...documents],
    limit: "upload.doc_mb",
    isPrivate: true,
    isSealed: true,
  },
  voucher: {
    label: "付款凭证",
    mimes: ["image/jpeg", "image/png", "image/webp", "application/pdf"],
    limit: "upload.image_mb",
    isPrivate: true,
    isSealed: false,
  },
  chat: {
    label: "咨询图片文件",
    mimes: ["image/jpeg", "image/png", "image/webp", ...documents],
    limit: "upload.doc_mb",
    isPrivate: true,
    isSealed: false,
  },
  package: {
    label: "安装包",
    mimes: ["application/vnd.android.package-archive"],
    limit: "upload.package_mb",
    isPrivate: true,
    isSealed: false,
  },
} as const;
export type UploadScene = keyof typeof uploadScenes;

/** Scenes of public content: their files are the media library's (domain B.1 media). */
export const libraryScenes = ["cover", "content", "album", "film", "report", "brochure"] as const;
export type LibraryScene = (typeof libraryScenes)[number];
/** Widths in pixels in which public pictures are made for the sites. */
export const mediaWidths = [480, 960, 1600] as const;
export type MediaWidth = (typeof mediaWidths)[number];

/** Photos of newer phones, which no reader of pictures here understands. */
export const isHeic = (mime: string): boolean => /^image\/hei[cf]/.test(mime);
export const heicRefused =
  "不支持 HEIC 照片：请在手机“设置 › 相机 › 格式”中选“兼容性最佳”后重拍，或将照片截图、另存为 JPG 后再上传";

/** What a machine may send: pictures for albums and plans, and evidence. */
const sentScenes = { album: uploadScenes.album.label, evidence: uploadScenes.evidence.label };

/** A picture that a machine sends, to be named by its number in what it sends next. */
const FileIntake = z.object({
  external_id: externalId(),
  scene: field.choice("用途", sentScenes),
  filename: field.text("文件名", 200),
  content: z.base64("内容须为base64").min(1, "内容为空").meta({ label: "内容" }),
});
export type FileIntake = z.output<typeof FileIntake>;

const Media = z.object({
  id: z.int(),
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  /** Works for ten minutes; empty for a sealed file. */
  url: z.string(),
});
export type Media = z.output<typeof Media>;

export const upload = {
  token: endpoint("POST /api/upload/token", "申请上传", "signed-in", {
    unkeyed: "an address that no file was sent to is swept away",
    body: z.object({
      scene: z.enum(Object.keys(uploadScenes) as [UploadScene]),
      filename: field.text("文件名", 200),
      size: z.int().positive(),
      mime: z.string().max(100),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    }),
    reply: z.object({
      media_id: z.int(),
      method: z.literal("PUT"),
      upload_url: z.string(),
      headers: z.record(z.string(), z.string()),
      key: z.string(),
      url: z.string(),
      expires_at: z.string(),
      exists: z.boolean().optional(),
      /** Of a file that is sent in parts to this address (`parts`, `part`). */
      part_size: z.int().optional(),
    }),
  }),
  /** The parts that have arrived of a file sent in parts, numbered from 1: an interrupted sender continues with the others. */
  parts: endpoint("GET /api/upload/file/{token}", "已上传的分片", "signed-in", {
    reply: z.object({ media_id: z.int(), part_size: z.int(), parts: z.array(z.int()) }),
  }),
  part: endpoint("PUT /api/upload/file/{token}/part/{n}", "上传分片", "signed-in", { bytes: true, reply: z.null() }),
  put: endpoint("PUT /api/upload/file/{token}", "上传文件", "signed-in", { bytes: true, reply: z.null() }),
  complete: endpoint("POST /api/upload/complete", "完成上传", "signed-in", {
    unkeyed: "a file is complete once",
    body: z.object({ media_id: z.int().positive() }),
    reply: Media,
  }),
  signed: endpoint("GET /api/upload/media/{id}/signed", "文件地址", "signed-in", {
    reply: Media.extend({
      expires_at: z.string(),
      /** Of a film, in seconds. */
      duration: z.int().nullable(),
      pages: z.int().nullable(),
    }),
  }),
  read: endpoint("GET /api/upload/media/{id}/file/{token}", "读取文件", "public", { reply: file }),
};

export const uploadIntake = {
  file: signedEndpoint("POST /api/upload/intake", "接入图片", { body: FileIntake, reply: TakenIn, carriesFile: true }),
};
