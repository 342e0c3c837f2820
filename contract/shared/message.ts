import { z } from "zod";
import { bit, listQuery, page } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { MessageCategory, messageCategories } from "./message-category";

const messageLevels = { info: "提示", warning: "提醒" } as const;
export type MessageLevel = keyof typeof messageLevels;

const MessageRow = z.object({
  id: z.int(),
  category: field.choice("分类", messageCategories),
  level: field.choice("级别", messageLevels),
  title: z.string().meta({ label: "标题" }),
  content: z.string().nullable().meta({ label: "内容" }),
  link: z.string().nullable(),
  link_id: z.int().nullable(),
  read_at: field.instant("已读时间").nullable(),
  created_at: field.instant("时间"),
});
export type MessageRow = z.output<typeof MessageRow>;

const left = z.object({ total_mail: z.int() });

/** The caller's own messages; nobody sees another's. */
export const message = {
  list: endpoint("GET /crm/message/index", "我的消息", "signed-in", {
    keys: true,
    query: listQuery({ category: MessageCategory.optional(), unread: bit() }, ["created_at"], "-created_at"),
    reply: page(MessageRow).extend({
      /** How many are unread, per category, whatever the filter. */
      unread: z.record(MessageCategory, z.int()),
    }),
  }),
  read: endpoint("PUT /crm/message/{id}", "消息已读", "signed-in", { keys: true, reply: left }),
  remove: endpoint("DELETE /crm/message/{id}", "删除消息", "signed-in", { reply: left }),
  readAll: endpoint("PUT /crm/message/all/{id}", "消息全部已读", "signed-in", {
    keys: true,
    /** Up to the message of this number, 0: all; so that what came while the reader looked stays unread. */
    body: z.object({ category: MessageCategory.optional() }),
    reply: left,
  }),
};
