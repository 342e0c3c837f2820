import type { Language } from "~/contract/common";
import { type FormField, formFields, usualSuccess } from "~/contract/special/special";

/** What a special page says itself, in addition to what people wrote on it, in its language. */
export interface Words {
  fields: Readonly<Record<FormField, string>>;
  phoneCode: string;
  /** The country code that most of its readers have. */
  ownCode: string;
  nationality: string;
  choose: string;
  budgetExample: string;
  website: string;
  submit: string;
  notInPreview: string;
  oneContact: string;
  consent: string;
  privacy: string;
  consult: string;
  toForm: string;
  onMap: string;
  table: string;
  left(days: number, hours: number): string;
  isOver: string;
  /** With a moment in the time of Shanghai. */
  until(moment: string): string;
  disclaimer: string;
  sent: string;
  /** Of a field, where what is wrong with it is not known in this language. */
  wrong: string | undefined;
  check: string;
  stale: string;
  tooQuick: string;
  tooOften: string;
  locale: string;
}

const zh: Words = {
  fields: formFields,
  phoneCode: "国家/地区区号",
  ownCode: "86",
  nationality: "国籍",
  choose: "请选择",
  budgetExample: "如：300–500万人民币",
  website: "网址",
  submit: "提交",
  notInPreview: "预览中不能提交",
  oneContact: "联系方式至少填写一项。",
  consent: "提交即表示同意顾问与您联系。",
  privacy: "隐私说明",
  consult: "立即咨询",
  toForm: "去填写表单",
  onMap: "在地图中查看",
  table: "表格",
  left: (days, hours) =>
    days > 0 ? `还剩 ${days} 天 ${hours} 小时` : hours > 0 ? `还剩 ${hours} 小时` : "还剩不到 1 小时",
  isOver: "已截止",
  until: (moment) => `截止 ${moment}（北京时间）`,
  disclaimer: "页面信息仅供参考，以实际情况和合同约定为准。",
  sent: usualSuccess,
  wrong: undefined,
  check: "请检查标出的内容",
  stale: "页面已过期，请再次提交",
  tooQuick: "填写过快，请稍候再提交",
  tooOften: "操作过于频繁，请稍后再试",
  locale: "zh-CN",
};

const zhTw: Words = {
  fields: { name: "姓名", phone: "電話", wechat: "微信", email: "電子郵件", budget: "預算", note: "留言" },
  phoneCode: "國家/地區區號",
  ownCode: "886",
  nationality: "國籍",
  choose: "請選擇",
  budgetExample: "如：300–500萬人民幣",
  website: "網址",
  submit: "送出",
  notInPreview: "預覽中無法送出",
  oneContact: "聯絡方式至少填寫一項。",
  consent: "送出即表示同意顧問與您聯絡。",
  privacy: "隱私說明",
  consult: "立即諮詢",
  toForm: "前往填寫表單",
  onMap: "在地圖中檢視",
  table: "表格",
  left: (days, hours) =>
    days > 0 ? `還剩 ${days} 天 ${hours} 小時` : hours > 0 ? `還剩 ${hours} 小時` : "還剩不到 1 小時",
  isOver: "已截止",
  until: (moment) => `截止 ${moment}（北京時間）`,
  disclaimer: "頁面資訊僅供參考，以實際情況和合約為準。",
  sent: "已送出，顧問會盡快與您聯絡。",
  wrong: "請檢查這一項",
  check: "請檢查標示的內容",
  stale: "頁面已過期，請再次送出",
  tooQuick: "填寫過快，請稍候再送出",
  tooOften: "操作過於頻繁，請稍後再試",
  locale: "zh-TW",
};

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

const en: Words = {
  fields: { name: "Name", phone: "Phone", wechat: "WeChat", email: "E-mail", budget: "Budget", note: "Message" },
  phoneCode: "Country code",
  ownCode: "86",
  nationality: "Nationality",
  choose: "Please choose",
  budgetExample: "e.g. CNY 3–5 million",
  website: "Website",
  submit: "Send",
  notInPreview: "not in a preview",
  oneContact: "Please give at least one way to contact you.",
  consent: "By sending this you agree that a consultant may contact you.",
  privacy: "Privacy",
  consult: "Contact us",
  toForm: "Go to the form",
  onMap: "Show on a map",
  table: "Table",
  left: (days, hours) =>
    days > 0
      ? `${plural(days, "day")} ${plural(hours, "hour")} left`
      : hours > 0
        ? `${plural(hours, "hour")} left`
        : "Less than an hour left",
  isOver: "Closed",
  until: (moment) => `Until ${moment} (Beijing time)`,
  disclaimer: "For information only. The facts and the contract prevail.",
  sent: "Thank you. A consultant will contact you soon.",
  wrong: "Please check this field",
  check: "Please check the marked fields",
  stale: "This page has expired, please send it again",
  tooQuick: "That was very quick, please wait a moment and send it again",
  tooOften: "Too many requests, please try again later",
  locale: "en",
};

const ja: Words = {
  fields: {
    ...{ name: "お名前", phone: "電話番号", wechat: "WeChat", email: "メールアドレス" },
    ...{ budget: "ご予算", note: "ご要望" },
  },
  phoneCode: "国番号",
  ownCode: "81",
  nationality: "国籍",
  choose: "選択してください",
  budgetExample: "例：5,000万〜8,000万円",
  website: "ウェブサイト",
  submit: "送信する",
  notInPreview: "プレビューでは送信できません",
  oneContact: "連絡先を一つ以上ご記入ください。",
  consent: "送信すると、担当者からのご連絡に同意したものとみなされます。",
  privacy: "プライバシーについて",
  consult: "お問い合わせ",
  toForm: "フォームへ",
  onMap: "地図で見る",
  table: "表",
  left: (days, hours) => (days > 0 ? `残り${days}日${hours}時間` : hours > 0 ? `残り${hours}時間` : "残り1時間未満"),
  isOver: "終了しました",
  until: (moment) => `${moment}まで（北京時間）`,
  disclaimer: "掲載情報は参考です。実際の状況と契約の内容が優先します。",
  sent: "送信しました。担当者よりご連絡いたします。",
  wrong: "この項目をご確認ください",
  check: "印のついた項目をご確認ください",
  stale: "ページの有効期限が切れました。もう一度送信してください",
  tooQuick: "入力が早すぎます。少し待ってからもう一度送信してください",
  tooOften: "アクセスが集中しています。しばらくしてからお試しください",
  locale: "ja",
};

const all: Readonly<Record<Language, Words>> = { zh, zh_tw: zhTw, ja, en };

export const wordsOf = (lang: Language): Words => all[lang];
