import { z } from "zod";
import { keyword, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";

/** The kinds of records that people comment on, as the operation log names them; an area that comes adds its own. */
export const commentOwners = {
  customer: "客户",
  estate: "楼盘",
  inquiry: "询盘",
  agent: "代理",
  clue: "报备",
  deal: "成交",
  account_statement: "对账单",
  article: "资讯",
  seo_article: "SEO文章",
  encyclopaedia: "城市百科",
  city_intro: "城市介绍",
  investment: "投资专栏",
  video: "视频",
  report: "趋势报告",
  special: "房源专题",
} as const;
export type CommentOwnerType = keyof typeof commentOwners;

export const mostMentions = 10;
export const editMinutes = 15;
export const commentsAtOnce = 30;

/** Somebody mentioned, as the text holds it: by number, so that a new name or one of two equal ones is drawn right. */
const mention = /@\[(\d{1,15})\]/g;
export const mentionOf = (id: number) => `@[${id}]`;

export const mentionsIn = (content: string): number[] => [
  ...new Set([...content.matchAll(mention)].map(([, id]) => Number(id))),
];

export function partsOf(content: string): (string | number)[] {
  const pieces: (string | number)[] = [];
  let at = 0;
  for (const found of content.matchAll(mention)) {
    pieces.push(content.slice(at, found.index), Number(found[1]));
    at = found.index + found[0].length;
  }
  return [...pieces, content.slice(at)].filter((piece) => piece !== "");
}

const Content = field
  .longText("评论", 1000)
  .refine((content) => mentionsIn(content).length <= mostMentions, `一次最多提及${mostMentions}人`);

const owner = { owner_type: field.choice("对象", commentOwners), owner_id: field.id("对象编号") };
export const CommentCreate = z.object({ ...owner, content: Content });
export const CommentUpdate = z.object({ content: Content });

export const CommentRow = z.object({
  id: field.id(),
  content: z.string().meta({ label: "评论" }),
  mentions: z.array(ref),
  author: ref,
  created_at: field.instant("时间"),
  edited_at: field.instant("编辑时间").nullable(),
  can: field.can("edit", "delete"),
});
export type CommentRow = z.output<typeof CommentRow>;

const asked = { owner_type: owner.owner_type, owner_id: z.coerce.number().int().positive() };
const comments = (label: string) => z.coerce.number().int().positive().optional().meta({ label });

/** Comments on a record: for all who may read it. */
export const comment = {
  list: endpoint("GET /api/comment", "评论列表", "signed-in", {
    keys: true,
    query: z.object({
      ...asked,
      before: comments("早于该评论"),
      /** As far back as this one, which a message points at. */
      upto: comments("直到该评论"),
    }),
    reply: z.object({
      list: z.array(CommentRow),
      total: z.int(),
      has_more: z.boolean(),
      can: field.can("create"),
    }),
  }),
  create: endpoint("POST /api/comment", "发送评论", "signed-in", {
    keys: true,
    mayWait: true,
    body: CommentCreate,
    reply: CommentRow,
  }),
  update: endpoint("PUT /api/comment/{id}", "编辑评论", "signed-in", {
    keys: true,
    body: CommentUpdate,
    reply: CommentRow,
  }),
  remove: endpoint("DELETE /api/comment/{id}", "删除评论", "signed-in", { reply: z.null() }),
  mentionable: endpoint("GET /api/comment/mentionable", "可提及的同事", "signed-in", {
    keys: true,
    query: z.object({ ...asked, keyword: keyword() }),
    /** Those who may read the record, the caller left out. */
    reply: z.array(ref.extend({ team: z.string().nullable() })),
  }),
};
