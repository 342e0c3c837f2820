import { z } from "zod";
import { contactKeyword, ref } from "../common";
import { platforms } from "../customer/customer-user";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { request, screenData } from "../screen-data";
import {
  ChatContact,
  chatLanguages,
  chatMessageTypes,
  chatSenders,
  chatTextLimit,
  clientMessageId,
  VisitorMessage,
} from "./chat-words";
import { chatStatuses, devices } from "./inquiry-kinds";
import { inquiryStatuses } from "./inquiry-words";

/** Those that wait for somebody, the caller's own that are under way, and those that are over. */
export const chatTabs = { waiting: "待接入", mine: "我的", ended: "已结束" } as const;
export type ChatTab = keyof typeof chatTabs;

const ChatMessage = VisitorMessage.extend({
  /** The colleague who wrote it, or the one that the system's message is about. */
  staff: ref.nullable(),
  read_at: z.string().nullable(),
});
export type ChatMessage = z.output<typeof ChatMessage>;

export const ChatSession = z.object({
  id: field.id(),
  inquiry_no: z.string().meta({ label: "询盘编号" }),
  name: z.string().nullable().meta({ label: "称呼" }),
  status: field.choice("状态", inquiryStatuses),
  chat_status: field.choice("会话状态", chatStatuses),
  assignee: ref.nullable().meta({ label: "顾问", isPerson: true }),
  is_mine: z.boolean(),
  /** What the visitor has said and its assignee has not read. */
  unread_count: z.int().meta({ label: "未读" }),
  waiting_since: z.string().nullable().meta({ label: "等待" }),
  last: z
    .object({
      sender: field.choice("发送方", chatSenders),
      type: field.choice("类型", chatMessageTypes),
      content: z.string().nullable(),
    })
    .nullable(),
  last_message_at: z.string().nullable(),
  contact_left: z.boolean().meta({ label: "已留资" }),
  satisfaction: z.int().nullable().meta({ label: "满意度" }),
  created_at: field.instant("开始时间"),
});
export type ChatSession = z.output<typeof ChatSession>;

/** A conversation with its visitor's card. An IP address is given only by its region. */
const ChatDetail = ChatSession.extend({
  version: field.version(),
  language: field.choice("语言", chatLanguages),
  platform: z.string().meta({ label: "来源平台", options: platforms }),
  tracker: ref.nullable().meta({ label: "追踪点" }),
  page_url: z.string().nullable().meta({ label: "来源页面" }),
  referrer: z.string().nullable().meta({ label: "来路" }),
  utm_source: z.string().nullable().meta({ label: "UTM来源" }),
  utm_campaign: z.string().nullable().meta({ label: "UTM活动" }),
  ip_region: z.string().nullable().meta({ label: "IP地区" }),
  device: z.string().nullable().meta({ label: "设备", options: devices }),
  pages: z.array(z.object({ url: z.string(), title: z.string(), at: z.string() })),
  phone_cc: z.string().nullable(),
  /** Contacts are masked for everybody but the assignee. */
  phone: z.string().nullable().meta({ label: "手机号", control: "phone" }),
  wechat: z.string().nullable().meta({ label: "微信" }),
  email: z.string().nullable().meta({ label: "邮箱" }),
  message_count: z.int().meta({ label: "消息数" }),
  ended_at: field.instant("结束时间").nullable(),
  customer: z.object({ id: z.int(), name: z.string(), is_visible: z.boolean() }).nullable().meta({ label: "关联客户" }),
  can: field.can("reply", "end", "transfer", "contact", "convert"),
});
export type ChatDetail = z.output<typeof ChatDetail>;

const StaffSay = z
  .object({
    type: field.choice("类型", chatMessageTypes).default("text"),
    content: field.optional(field.longText("内容", chatTextLimit)),
    media_id: field.optional(field.id("文件")),
    estate_id: field.optional(field.reference("房源", "estates")),
    /** Which quick reply it began as, for its count. */
    quick_reply_id: field.optional(field.id("快捷回复")),
    client_msg_id: clientMessageId(),
  })
  .superRefine(({ type, content, media_id, estate_id }, context) => {
    const wrong = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
    if (type === "text" && content === null) wrong("content", "请输入内容");
    if ((type === "image" || type === "file") && media_id === null) wrong("media_id", "请选择文件");
    if (type === "estate_card" && estate_id === null) wrong("estate_id", "请选择房源");
  });
export type StaffSay = z.output<typeof StaffSay>;

const path = "/api/inquiry/chat";
const before = (label: string) => z.coerce.number().int().positive().optional().meta({ label });
const staffSide = "inquiry:chat:reply";

/** The staff's side of conversations. Converting is the inquiry's own act (`inquiry.convert`). */
export const chat = {
  sessions: endpoint(`GET ${path}/sessions`, "会话列表", staffSide, {
    query: z.object({
      tab: z
        .enum(Object.keys(chatTabs) as [ChatTab])
        .default("waiting")
        .meta({ label: "分类" }),
      keyword: contactKeyword(),
      before_id: before("早于该会话"),
    }),
    reply: z.object({
      /** 待接入: longest wait first. 我的: visitors without an answer first, then the latest message. 已结束: last ended first. */
      list: z.array(ChatSession),
      has_more: z.boolean(),
      counts: field.counts("waiting", "mine", "unread"),
    }),
  }),
  get: endpoint(`GET ${path}/{id}`, "会话详情", staffSide, { kind: "inquiry", reply: ChatDetail }),
  messages: endpoint(`GET ${path}/{id}/messages`, "会话消息", staffSide, {
    /** After one, or before one; without either the last ones. */
    query: z.object({
      after_id: z.coerce.number().int().min(0).optional().meta({ label: "晚于该消息" }),
      before_id: before("早于该消息"),
    }),
    reply: z.object({ list: z.array(ChatMessage), has_more: z.boolean() }),
  }),
  /** The first answer takes a waiting conversation; of several at once the first one gets it, the others get 40903. */
  send: endpoint(`POST ${path}/{id}/messages`, "回复会话", staffSide, {
    unkeyed: "it is known by its client_msg_id",
    body: StaffSay,
    reply: ChatMessage,
  }),
  /** Of the caller's own conversation; another's stays unread. */
  read: endpoint(`PATCH ${path}/{id}/read`, "会话已读", staffSide, { reply: z.null() }),
  end: endpoint(`PATCH ${path}/{id}/end`, "结束会话", staffSide, { reply: ChatDetail }),
  contact: endpoint(`PATCH ${path}/{id}/contact`, "登记联系方式", staffSide, { body: ChatContact, reply: ChatDetail }),
  /** The caller may see it no more afterwards. */
  transfer: endpoint(`PATCH ${path}/{id}/transfer`, "转接会话", staffSide, {
    body: z.object({ user_id: field.reference("转接给", "users") }),
    reply: z.null(),
  }),
};

export const chatScreens = {
  "/inquiry/chat-inquiry": screenData("page", ({ search }) => {
    const tab = search.get("tab");
    const keyword = search.get("keyword")?.slice(0, 50);
    const query = { ...(isTab(tab) && { tab }), ...(keyword && { keyword }) };
    return { sessions: request(chat.sessions, { query }) };
  }),
};

export const isTab = (tab: string | null): tab is ChatTab => tab !== null && Object.hasOwn(chatTabs, tab);
