type Texts = Readonly<Record<string, readonly [zh: string, en: string, ja: string]>>;

const title = ["在线咨询", "Live chat", "オンライン相談"] as const;

/** The texts on the company's own page. */
export const buttonTexts = {
  title,
  opened: ["收起在线咨询", "Close live chat", "オンライン相談を閉じる"],
  unread: ["{n} 条未读", "{n} unread", "未読 {n} 件"],
} as const satisfies Texts;

/** Every text of the window, in the languages of the sites. */
export const windowTexts = {
  title,
  online: ["客服在线", "We are online", "オンライン"],
  away: ["当前非工作时间", "Outside office hours", "営業時間外"],
  close: ["收起", "Minimise", "閉じる"],
  end: ["结束会话", "End chat", "相談を終了"],
  endAsk: ["确定结束本次会话？", "End this chat?", "相談を終了しますか？"],
  cancel: ["取消", "Cancel", "キャンセル"],
  log: ["聊天记录", "Conversation", "会話"],
  you: ["我", "You", "あなた"],
  staff: ["客服", "Adviser", "担当者"],
  message: ["输入消息", "Message", "メッセージ"],
  send: ["发送", "Send", "送信"],
  picture: ["发送图片", "Send a picture", "画像を送る"],
  pictureOf: ["图片", "Picture", "画像"],
  enlarge: ["查看图片", "Open picture", "画像を開く"],
  shrink: ["关闭图片", "Close picture", "画像を閉じる"],
  file: ["下载文件", "Download file", "ファイルを保存"],
  estateGone: ["该房源已下线", "This property is no longer listed", "この物件は掲載終了しました"],
  sending: ["发送中…", "Sending…", "送信中…"],
  failed: ["未发送", "Not sent", "未送信"],
  retry: ["重试", "Retry", "再送"],
  remove: ["删除", "Remove", "削除"],
  offline: [
    "网络已断开，恢复后自动发送",
    "You are offline. Messages will be sent when you are back.",
    "オフラインです。再接続後に送信します。",
  ],
  connecting: ["正在重新连接…", "Reconnecting…", "再接続しています…"],
  contact: ["留下联系方式", "Leave your contact", "連絡先を残す"],
  contactHint: [
    "手机号、微信、邮箱至少填写一项",
    "Phone, WeChat or email: at least one",
    "電話・WeChat・メールのいずれか一つ",
  ],
  contactFirst: ["留下联系方式后发送", "Leave a contact to send your message", "連絡先を入力すると送信されます"],
  contactKept: ["已收到您的联系方式", "Thank you, we have your contact", "連絡先を受け付けました"],
  name: ["称呼", "Name", "お名前"],
  country: ["国家/地区", "Country", "国・地域"],
  phone: ["手机号", "Phone", "電話"],
  wechat: ["微信", "WeChat", "WeChat"],
  email: ["邮箱", "Email", "メール"],
  submit: ["提交", "Submit", "送信する"],
  wrongPhone: ["手机号格式不正确", "This phone number is not valid", "電話番号の形式が正しくありません"],
  wrongEmail: ["邮箱格式不正确", "This email is not valid", "メールの形式が正しくありません"],
  ended: [
    "会话已结束，再次留言可继续咨询",
    "This chat has ended. Write again to reopen it.",
    "相談は終了しました。メッセージを送ると再開します。",
  ],
  rate: ["请为本次服务评分", "How was this chat?", "今回の対応はいかがでしたか"],
  stars: ["{n} 分", "{n} of 5", "{n} 点"],
  rated: ["感谢您的评价", "Thank you for your rating", "評価ありがとうございました"],
  tooLong: ["最多 {n} 个字", "At most {n} characters", "{n} 文字以内で入力してください"],
  tooOften: [
    "发送太频繁，稍后自动重试",
    "Too many messages, retrying soon",
    "送信が多すぎます。しばらくして再送します。",
  ],
  tooLarge: ["图片太大", "The picture is too large", "画像が大きすぎます"],
  wrongFile: ["仅支持 JPG、PNG、WebP 图片", "JPG, PNG or WebP pictures only", "JPG・PNG・WebP の画像のみ送れます"],
  broken: ["图片无法打开", "The picture cannot be opened", "画像を開けません"],
  refused: ["暂时无法提供咨询服务", "Chat is not available", "現在ご利用いただけません"],
  problem: [
    "出错了，请稍后再试",
    "Something went wrong, please try again later",
    "エラーが発生しました。後でもう一度お試しください。",
  ],
} as const satisfies Texts;

export type TextName = keyof typeof windowTexts;

const languages = ["zh", "en", "ja"] as const;
export type Language = (typeof languages)[number];

/** The language of the first of these wishes that is set: Chinese and Japanese by their tags, English for all others. */
export function languageOf(...wishes: (string | null | undefined)[]): Language {
  const tag = (wishes.find(Boolean) || "zh").slice(0, 2).toLowerCase();
  return languages.find((one) => one === tag) || "en";
}

export type Say = (name: TextName, n?: number) => string;

export function sayIn<T extends Texts>(texts: T, language: Language) {
  const column = languages.indexOf(language);
  return (name: keyof T, n?: number) => (texts[name]?.[column] ?? "").replace("{n}", String(n));
}
