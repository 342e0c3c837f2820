import { z } from "zod";
import { batchReply, bit, ids, ref } from "../common";
import { type Access, endpoint } from "../endpoint";
import * as field from "../field";
import type { Permission } from "../permissions";
import { recordEndpoints } from "../record-endpoints";
import type { WhereOptions } from "../where";
import { Approval, approvalStatuses, Submission } from "./approval";

/** The life of every piece of content (domain C.7). One whose time has come is published at that moment, whether or not the job has written it down. */
export const publishStatuses = {
  draft: "草稿",
  scheduled: "定时发布",
  published: "已发布",
  offline: "已下线",
} as const;
export type PublishStatus = keyof typeof publishStatuses;

/** What lists are filtered by: the states, and that a second person is waited for. */
const { draft, ...others } = publishStatuses;
export const listedStatuses = { draft, pending: approvalStatuses.pending, ...others } as const;
export type ListedStatus = keyof typeof listedStatuses;

/** Statuses in which only a holder of the kind's `:publish` overwrites; other people's changes go to a separate draft copy. */
export const isLive = (status: PublishStatus): boolean => status === "published" || status === "scheduled";

export const mostRevisions = 20;

export const revisionActs = {
  create: "新增",
  save: "保存",
  draft: "发布修改稿",
  restore: "恢复",
  media: "替换素材",
} as const;
export type RevisionAct = keyof typeof revisionActs;

const acts = [
  ...(["edit", "save_live", "publish", "schedule", "unschedule", "offline", "to_draft", "delete"] as const),
  ...(["submit", "review", "withdraw"] as const),
] as const;

export const lifeOf = {
  ...field.record(),
  publish_status: field.choice("状态", publishStatuses),
  /** Of a scheduled one when it will be public, of a published one since when it is. */
  publish_at: field.instant("发布时间").nullable(),
  created_at: field.instant("创建时间"),
  updated_at: field.instant("更新时间"),
  has_draft: z.boolean().meta({ label: "修改稿" }),
  /** What waits for a second person, or came back from one; null also where nobody is asked. */
  approval: Approval.nullable(),
  /** `save_live`: what is saved replaces what is public; without it, saving writes the draft copy. `to_draft`: an offline one becomes a draft. `submit`, `review`, `withdraw`: for approval, of it, and taking it back. */
  can: field.can(...acts),
  /** Why an act that `can` allows would be refused now; `publish`: at once or at a time, and handing in for it. */
  blocked: z.object({ publish: z.string(), delete: z.string() }).partial(),
};

export const Editor = ref.extend({ since: z.string() });
export type Editor = z.output<typeof Editor>;

/** The same in a form: the draft copy of a live version, and the other users with the form open. */
export const lifeDetail = {
  created_by: ref.nullable().meta({ label: "创建人", isPerson: true }),
  updated_by: ref.nullable().meta({ label: "更新人", isPerson: true }),
  draft: z
    .object({
      version: z.int(),
      base_version: z.int(),
      by: ref.nullable(),
      at: z.string(),
      /** The live version has changed since the draft was begun. */
      is_stale: z.boolean(),
    })
    .nullable(),
  editors: z.array(Editor),
  /** Where the company's site shows it; null while the site's address is not set. */
  site_url: z.string().nullable(),
};

/** A stretch of a text, marked where it is not in the other version. */
const Part = z.object({ text: z.string(), is_marked: z.boolean() });
export type DifferencePart = z.output<typeof Part>;

/** A block of a text in both versions, side by side; null where one version lacks it. */
const Block = z.object({
  kind: z.enum(["same", "added", "removed", "changed"]),
  before: z.array(Part).nullable(),
  after: z.array(Part).nullable(),
});
export type DifferenceBlock = z.output<typeof Block>;

/** A field in two versions: in words, and of rich text block by block. */
export const Difference = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  blocks: z.array(Block).nullable(),
});
export type Difference = z.output<typeof Difference>;

const RevisionRow = z.object({
  id: field.id(),
  no: z.int().meta({ label: "版本" }),
  act: field.choice("操作", revisionActs),
  changed: z.array(z.string()).meta({ label: "修改内容" }),
  by: ref.nullable().meta({ label: "操作人", isPerson: true }),
  at: field.instant("时间"),
  /** It was, or is, what the public reads. */
  is_live: z.boolean().meta({ label: "曾公开" }),
  /** It is what the record says now. */
  is_present: z.boolean(),
});
export type RevisionRow = z.output<typeof RevisionRow>;

/** What speaks against publishing a draft copy whose base has changed: field by field, both where both sides have changed it. */
export const DraftConflict = z.object({
  base_version: z.int(),
  version: z.int(),
  fields: z.array(
    Difference.extend({
      /** The version that has changed since: `before` is the live version, `after` the draft copy. */
      side: z.enum(["live", "draft", "both"]),
    }),
  ),
});
export type DraftConflict = z.output<typeof DraftConflict>;

type Path = `/${string}`;

interface ContentParts<
  V extends Access,
  E extends Access,
  P extends Access,
  Q extends z.ZodType,
  L extends z.ZodType,
  R extends z.ZodType,
  F extends z.ZodObject,
> {
  kind: string;
  view: V;
  edit: E;
  publish: P;
  query: Q;
  page: L;
  where?: WhereOptions;
  record: R;
  /** What may be saved; what a publication demands beyond is the kind's own `Whole`, which the server asks for and the form stars. */
  fields: F;
}

const until = z.object({ url: z.string(), expires_at: z.string() });

/** Everything that a kind of content can; a kind declares its fields, the rest is here and in server/resources/content. */
export function contentEndpoints<
  const A extends Path,
  const V extends Access,
  const E extends Access,
  const P extends Access,
  Q extends z.ZodType,
  L extends z.ZodType,
  R extends z.ZodType,
  F extends z.ZodObject,
>(path: A, title: string, { kind, view, edit, publish, ...parts }: ContentParts<V, E, P, Q, L, R, F>) {
  const { record, fields } = parts;
  const version = { version: field.version() };
  const act = <const N extends string>(name: N, summary: string) =>
    endpoint(`PATCH ${path}/{id}/${name}`, `${summary}${title}`, publish, { body: z.object(version), reply: record });
  const bulk = <const N extends string>(name: N, summary: string) =>
    endpoint(`POST ${path}/batch/${name}`, `批量${summary}${title}`, publish, {
      body: z.object({ ids: ids() }),
      reply: batchReply,
    });
  return {
    ...recordEndpoints(path, title, {
      ...{ kind, permission: view, write: edit, query: parts.query, page: parts.page, record },
      ...(parts.where && { where: parts.where }),
      create: fields,
      update: fields.extend(version),
    }),
    publish: act("publish", "发布"),
    schedule: endpoint(`PATCH ${path}/{id}/schedule`, `定时发布${title}`, publish, {
      body: Scheduling.extend(version),
      reply: record,
    }),
    unschedule: act("unschedule", "取消定时发布"),
    offline: act("offline", "下线"),
    toDraft: act("draft-state", "转为草稿"),
    publishBatch: bulk("publish", "发布"),
    offlineBatch: bulk("offline", "下线"),

    /** The draft copy of a live version; 40400 where there is none. */
    draft: endpoint(`GET ${path}/{id}/draft`, `${title}修改稿`, view, { reply: record }),
    /** Writes the draft copy; `draft_version` is 0 for a new one. `base_version` is the live version that it began with, or was held against. */
    saveDraft: endpoint(`PUT ${path}/{id}/draft`, `保存${title}修改稿`, edit, {
      body: fields.extend({ base_version: field.version(), draft_version: field.version() }),
      reply: record,
    }),
    dropDraft: endpoint(`DELETE ${path}/{id}/draft`, `放弃${title}修改稿`, edit, { reply: z.null() }),
    /** 40901 with a `DraftConflict` where the live version has changed since. */
    publishDraft: endpoint(`PATCH ${path}/{id}/draft/publish`, `发布${title}修改稿`, publish, {
      body: z.object({ draft_version: field.version() }),
      reply: record,
    }),

    /** Where the setting asks for a second person (domain C.7): puts the piece before those who may publish it, at once or at a time. */
    submit: endpoint(`POST ${path}/{id}/approval`, `提交${title}审核`, edit, {
      body: Submission.extend(version),
      reply: record,
    }),
    submitDraft: endpoint(`POST ${path}/{id}/draft/approval`, `提交${title}修改稿审核`, edit, {
      body: z.object({ draft_version: field.version() }),
      reply: record,
    }),
    submitBatch: endpoint(`POST ${path}/batch/approval`, `批量提交${title}审核`, edit, {
      body: z.object({ ids: ids() }),
      reply: batchReply,
    }),
    /** Does what was asked for; `version` is that of what was handed in. Not by who wrote it last. */
    approve: endpoint(`PATCH ${path}/{id}/approval/approve`, `通过${title}审核`, publish, {
      body: z.object(version),
      reply: record,
    }),
    sendBack: endpoint(`PATCH ${path}/{id}/approval/return`, `退回${title}审核`, publish, {
      body: SendingBack.extend(version),
      reply: record,
    }),
    withdraw: endpoint(`PATCH ${path}/{id}/approval/withdraw`, `撤回${title}审核`, edit, {
      body: z.object(version),
      reply: record,
    }),

    revisions: endpoint(`GET ${path}/{id}/revision`, `${title}历史版本`, view, { reply: z.array(RevisionRow) }),
    /** One version as the form would show it, and how it differs: from another one (`against`), else from what the record says now. */
    revision: endpoint(`GET ${path}/{id}/revision/{revision_id}`, `${title}历史版本详情`, view, {
      query: z.object({ against: z.coerce.number().int().positive().optional().meta({ label: "对比的版本" }) }),
      reply: RevisionRow.extend({ snapshot: record, diff: z.array(Difference) }),
    }),
    /** Makes an earlier version the present one, as a new version. Of a live piece by holders of `:publish`. */
    restore: endpoint(`PATCH ${path}/{id}/revision/{revision_id}/restore`, `恢复${title}历史版本`, edit, {
      body: z.object(version),
      reply: record,
    }),

    /** The piece as its readers will see it, for a day and for anyone with the address; `draft`: its draft copy. */
    previewLink: endpoint(`GET ${path}/{id}/preview-link`, `${title}预览链接`, view, {
      query: z.object({ draft: bit().meta({ label: "修改稿" }) }),
      reply: until,
    }),
  };
}

export const Scheduling = z.object({ publish_at: field.instant("发布时间") });

const SendingBack = z.object({ reason: field.reason("退回原因") });

/** The codes of a kind: to read it in the office, to write it, to make it public. */
export interface ContentCodes {
  view: Permission;
  edit: Permission;
  publish: Permission;
}
