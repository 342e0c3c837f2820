import { z } from "zod";
import { endpoint, file, stream } from "../endpoint";
import * as field from "../field";
import { ChatContact, chatLanguages, chatTextLimit, clientMessageId, VisitorMessage } from "./chat-words";
import { chatStatuses } from "./inquiry-kinds";

const path = "/api/inquiry/chat/public";
const open = { isFromSites: true } as const;

const PageSeen = z.object({ url: field.pageAddress("页面地址"), title: field.text("页面标题", 200, 0) });

const SessionBegin = z.object({
  /** The tracking point's code; it may also be in the page's address (`tk`). */
  tracker: field.optional(field.text("追踪点", 100)),
  page_url: field.optional(field.pageAddress("来源页面")),
  page_title: field.optional(field.text("页面标题", 200)),
  referrer: field.optional(field.text("来路", 500)),
  language: field.choice("语言", chatLanguages).default("zh"),
});
export type SessionBegin = z.output<typeof SessionBegin>;

const VisitorState = z.object({
  chat_status: field.choice("会话状态", chatStatuses),
  /** Somebody is there to answer now. */
  agent_online: z.boolean(),
  contact_left: z.boolean(),
  /** Nobody is at work: a contact is left first, then something is said. */
  contact_required: z.boolean(),
  satisfaction: z.int().nullable(),
});
export type VisitorState = z.output<typeof VisitorState>;

const VisitorSay = z
  .object({
    type: z.enum(["text", "image"]).default("text"),
    content: field.optional(field.longText("内容", chatTextLimit)),
    media_id: field.optional(field.id("图片")),
    client_msg_id: clientMessageId(),
  })
  .superRefine(({ type, content, media_id }, context) => {
    if (type === "text" && content === null)
      context.addIssue({ code: "custom", path: ["content"], message: "请输入内容" });
    if (type === "image" && media_id === null)
      context.addIssue({ code: "custom", path: ["media_id"], message: "请选择图片" });
  });
export type VisitorSay = z.output<typeof VisitorSay>;

/** The visitor's side of a conversation: a caller with the token is the visitor. A window that is silent for a day is not kept. */
export const chatPublic = {
  session: endpoint(`POST ${path}/session`, "开始在线咨询", "public", {
    ...open,
    body: SessionBegin,
    reply: VisitorState.extend({ token: z.string(), greeting: z.string() }),
  }),
  messages: endpoint(`GET ${path}/{token}/messages`, "访客读取消息", "public", {
    ...open,
    query: z.object({ after_id: z.coerce.number().int().min(0).default(0).meta({ label: "晚于该消息" }) }),
    /** In the order in which they were said, `chatMessagesAtOnce` at most: `has_more` then, and the last one's number is the next `after_id`. */
    reply: VisitorState.extend({ list: z.array(VisitorMessage), has_more: z.boolean() }),
  }),
  /** Idempotent by `client_msg_id`. 40400: the token has ended; 40918: on the blacklist; 42200 `contact`: nobody is at work and no contact was left. */
  send: endpoint(`POST ${path}/{token}/messages`, "访客发送消息", "public", {
    ...open,
    body: VisitorSay,
    reply: VisitorMessage,
  }),
  contact: endpoint(`PATCH ${path}/{token}/contact`, "访客留下联系方式", "public", {
    ...open,
    body: ChatContact,
    reply: VisitorState,
  }),
  end: endpoint(`PATCH ${path}/{token}/end`, "访客结束会话", "public", { ...open, reply: VisitorState }),
  rate: endpoint(`PATCH ${path}/{token}/rate`, "访客评价", "public", {
    ...open,
    body: z.object({ satisfaction: field.integer("满意度", 1, 5) }),
    reply: VisitorState,
  }),
  page: endpoint(`PATCH ${path}/{token}/page`, "上报访客页面", "public", {
    ...open,
    body: PageSeen,
    reply: VisitorState,
  }),
  upload: endpoint(`POST ${path}/{token}/upload`, "访客上传图片", "public", {
    ...open,
    bytes: true,
    query: z.object({ filename: field.text("文件名", 200) }),
    reply: z.object({ media_id: z.int() }),
  }),
  /** Files sent in the conversation, for as long as its token lives: an address in a message does not end before it. */
  file: endpoint(`GET ${path}/{token}/file/{id}`, "访客读取文件", "public", { ...open, reply: file }),
  /** Bears `chat` events (`ChatEvent`). */
  events: endpoint(`GET ${path}/{token}/events`, "访客事件流", "public", { ...open, reply: stream }),
};
