// Without zod: the visitor's window, which is small, has these texts of the contract and no more of it.

export const chatLanguages = { zh: "简体中文", en: "English", ja: "日本語" } as const;
export type ChatLanguage = keyof typeof chatLanguages;

export const chatTextLimit = 2000;

/** What the system says in a conversation: to staff in Chinese, to the visitor in their language; `visitor` where the Chinese speaks of them. */
export const chatSystemTexts = {
  joined: { zh: "客服已接入，为您服务", en: "An advisor has joined the chat.", ja: "担当者が対応を開始しました。" },
  transferred: { zh: "会话已转接", en: "You are now talking to another advisor.", ja: "別の担当者が対応いたします。" },
  contact_left: {
    zh: "访客已留下联系方式",
    visitor: "已收到您的联系方式",
    en: "Thank you, we have your contact details.",
    ja: "ご連絡先を承りました。",
  },
  ended_staff: { zh: "客服已结束会话", en: "The advisor has ended the chat.", ja: "担当者がチャットを終了しました。" },
  ended_visitor: {
    zh: "访客已结束会话",
    visitor: "您已结束会话",
    en: "You have ended the chat.",
    ja: "チャットを終了しました。",
  },
  ended_idle: {
    zh: "长时间没有新消息，会话已结束",
    en: "The chat has ended as there were no new messages.",
    ja: "しばらくメッセージがなかったため、チャットを終了しました。",
  },
  reopened: { zh: "访客继续咨询", visitor: "会话继续", en: "The chat goes on.", ja: "チャットを再開しました。" },
} as const satisfies Record<string, Record<ChatLanguage, string> & { visitor?: string }>;
export type ChatSystemCode = keyof typeof chatSystemTexts;

/** With what the window greets: while somebody is there to answer, and else. */
export const chatGreetings = {
  online: {
    zh: "您好！请问有什么可以帮您？",
    en: "Hello! How can we help you?",
    ja: "こんにちは。ご用件をお聞かせください。",
  },
  away: {
    zh: "您好！客服暂时不在线，请留下联系方式和问题，我们会尽快联系您。",
    en: "Hello! We are away right now. Leave your contact details and your question, and we will get back to you soon.",
    ja: "こんにちは。ただいま担当者が不在です。ご連絡先とご用件をお残しください。折り返しご連絡いたします。",
  },
} as const satisfies Record<string, Record<ChatLanguage, string>>;
