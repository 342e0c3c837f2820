import { z } from "zod";
import * as field from "../field";
import { chatStatuses } from "./inquiry-kinds";

export type ChatStatus = keyof typeof chatStatuses;
export {
  type ChatLanguage,
  type ChatSystemCode,
  chatLanguages,
  chatSystemTexts,
  chatTextLimit,
} from "./chat-texts";
export { chatStatuses };

export const chatSenders = { visitor: "访客", staff: "客服", system: "系统" } as const;
export type ChatSender = keyof typeof chatSenders;

export const chatMessageTypes = { text: "文字", image: "图片", file: "文件", estate_card: "房源" } as const;
export type ChatMessageType = keyof typeof chatMessageTypes;

/** Minutes without a word, with nobody waiting for an answer, after which a conversation ends by itself. */
export const chatIdleMinutes = 30;
/** How long a visitor's token lives after the last message or the end; until then the same conversation goes on. */
export const chatTokenHours = 24;
export const chatMessagesAMinute = 20;
export const chatPagesKept = 20;
export const chatMessagesAtOnce = 50;

/** The sender's number for a message: sent again with the same number, it is the same message. */
export const clientMessageId = () =>
  z
    .string({ error: "缺少消息编号" })
    .regex(/^[\w-]{8,64}$/, "消息编号须为8–64个字母、数字、- 或 _")
    .meta({ label: "消息编号" });

/** An estate as a conversation shows it, to both staff and visitors: nothing that is for colleagues. */
export const ChatCard = z.object({
  id: z.int(),
  name: z.string(),
  /** Its name in the country, and in English, where there is one. */
  name_local: z.string().nullable(),
  name_en: z.string().nullable(),
  place: z.string().nullable(),
  currency: z.string(),
  price_min: z.string().nullable(),
  price_max: z.string().nullable(),
  layouts: z.array(z.string()),
  cover: z.string().nullable(),
  /** Its page on the site; null while the site has none. */
  url: z.string().nullable(),
});
export type ChatCard = z.output<typeof ChatCard>;

export const ChatFile = z.object({
  id: z.int(),
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  url: z.string(),
});
export type ChatFile = z.output<typeof ChatFile>;

/** A message as the visitor reads it. Of one by the system `content` is a code of `chatSystemTexts`. */
export const VisitorMessage = z.object({
  /** Ascends in the order of the messages, without gaps that could be filled later: a reader who has one has all before it. */
  id: z.int(),
  client_msg_id: z.string().nullable(),
  sender: field.choice("发送方", chatSenders),
  type: field.choice("类型", chatMessageTypes),
  content: z.string().nullable(),
  file: ChatFile.nullable(),
  card: ChatCard.nullable(),
  at: field.instant("时间"),
});
export type VisitorMessage = z.output<typeof VisitorMessage>;

/** The stream's event for a conversation (domain E.2): it only says that there is something to request. */
export const ChatEvent = z.object({
  inquiry_id: z.int(),
  message_id: z.int().nullable(),
  chat_status: field.choice("会话状态", chatStatuses),
});
export type ChatEvent = z.output<typeof ChatEvent>;

/** How somebody is reached, as they leave it in a conversation (留资). */
export const ChatContact = z
  .object({
    name: field.optional(field.text("称呼", 50)),
    phone_cc: field.optional(field.text("区号", 4)).meta({ scene: "phone_codes", control: "select" }),
    phone: field.optional(field.phone("手机号")),
    wechat: field.optional(field.text("微信", 50)),
    email: field.optional(field.email()),
  })
  .superRefine((value, context) => {
    if (!value.phone && !value.wechat && !value.email)
      context.addIssue({ code: "custom", path: ["phone"], message: "手机号、微信、邮箱至少填写一项" });
  });
export type ChatContact = z.output<typeof ChatContact>;
