import type { Random } from "./random";

/** What a follow-up speaks of: the customer's own wishes. */
export interface Topic {
  country: string;
  place: string;
  purpose: string;
  budget: string;
  cash: boolean;
}

const layouts = ["1LDK", "2LDK", "3LDK", "1K小户型", "两房", "三房", "一房带书房"];
const sizes = ["30㎡上下", "40㎡出头", "55㎡左右", "65㎡左右", "70多平", "80㎡以上"];
const concerns = [
  "持有成本和每年的固定资产税",
  "贷款利率和首付比例",
  "资金怎么合规出境",
  "租金回报能不能覆盖月供和管理费",
  "交房后由谁托管出租",
  "汇率再跌一点会不会更划算",
  "外国人名下过户要走哪些手续",
  "学校学区和通学距离",
  "离车站步行几分钟、噪音大不大",
  "开发商口碑和施工质量",
  "修缮基金以后会不会涨",
  "以后转手好不好卖、要交多少税",
];
const family = ["太太", "先生", "父母", "孩子", "合伙人", "姐姐", "家里人"];
const materials = [
  "户型图和价目表",
  "楼书和交通图",
  "租金测算表",
  "购房费用明细",
  "贷款方案",
  "周边成交数据",
  "样板间视频",
  "重要事项说明的样本",
];
const times = ["周末", "下周", "下个月初", "出差回来以后", "孩子放假后", "签证下来以后", "季度奖金到账后", "月底"];
const rivals = ["另一家中介", "朋友介绍的日本中介", "线上平台", "开发商直销"];

type Template = (random: Random, topic: Topic) => string;
const p = (random: Random, list: readonly string[]) => random.pick(list);

/** First talks: who the customer is and what they look for. */
const openings: readonly Template[] = [
  (r, t) =>
    `首次联系，客户想在${t.country}${t.place}买房，主要考虑${t.purpose}，预算${t.budget}，问了${p(r, concerns)}。`,
  (r, t) => `加上微信并自我介绍，客户正在看${t.place}一带的${p(r, layouts)}，预算${t.budget}，已发${p(r, materials)}。`,
  (r, t) =>
    `电话沟通约${r.whole(5, 25)}分钟，了解到购房目的为${t.purpose}，${p(r, family)}也参与决定，先发${p(r, materials)}给客户看。`,
  (r, t) => `客户从网站看到${t.place}的新盘来咨询，问起价和交房时间，介绍了在售的${p(r, layouts)}，${p(r, sizes)}。`,
  (r, t) => `初次沟通，客户对${t.country}市场不太了解，讲了外国人购房流程和费用，约${p(r, times)}再细谈。`,
  (_r, t) => `客户说资金${t.cash ? "可以全款" : "需要贷款"}，预算${t.budget}，倾向${t.place}，记录需求后整理房源。`,
];

/** Later talks of a customer who is still looking. */
const talks: readonly Template[] = [
  (r, t) => `发送${t.place}三个在售项目对比，客户比较中意${p(r, sizes)}的${p(r, layouts)}，但担心${p(r, concerns)}。`,
  (r) => `客户问${p(r, concerns)}，逐条回复并附上测算，客户说要和${p(r, family)}商量。`,
  (r, t) => `回访，客户上周去看了${p(r, rivals)}推荐的房子，觉得总价偏高，仍想看${t.place}，预算不变：${t.budget}。`,
  (r, t) => `客户反馈${p(r, materials)}已看，想再了解${t.place}近一年的成交价和空置率，答应${p(r, times)}前给到。`,
  (r) => `微信聊了${p(r, concerns)}，客户态度积极，约${p(r, times)}视频讲解。`,
  (r, t) => `客户把范围从${t.place}扩大到周边两站，要求车站步行${r.whole(5, 12)}分钟以内，重新筛了${r.whole(3, 8)}套。`,
  (r) =>
    `讲解贷款方案：首付${r.pick([20, 30, 40, 50])}%，期限${r.pick([15, 20, 25, 30, 35])}年，客户准备收入证明和资产证明。`,
  (_r, t) => `推送新一期${t.country}房价简报，客户回复"看到了"，问${t.place}还有没有更低楼层的房源。`,
  (r) => `客户最近工作忙，说${p(r, times)}再联系，先保持朋友圈互动，不要催太紧。`,
  (_r, t) => `客户确认付款方式为${t.cash ? "全款" : "贷款"}，让我们按${t.budget}给出两套备选并列出全部税费。`,
  (r) => `${p(r, family)}担心${p(r, concerns)}，加了三方群一起解释，情绪缓和了一些。`,
  (r, t) => `客户问${t.place}学校和超市配套，发了周边地图和${p(r, materials)}，回复说${p(r, sizes)}够住。`,
  (r) =>
    `与客户核对护照和资金来源，提醒提前准备${r.pick(["在留卡", "银行流水", "完税证明", "公证书"])}，客户表示没问题。`,
  (r, t) => `客户看中高楼层${p(r, layouts)}，价格略超预算${t.budget}，向开发商申请优惠中。`,
];

const visits: readonly Template[] = [
  (r, t) =>
    `带看${t.place}两个项目的样板间，客户和${p(r, family)}一起到场，对${p(r, layouts)}的采光满意，觉得收纳偏少。`,
  (r, t) => `实地带看${t.place}，走了一遍车站到项目的路线约${r.whole(4, 12)}分钟，客户对周边环境满意，回去考虑。`,
  (r, t) => `客户到店，用沙盘讲解${t.country}三个项目，停留约${r.whole(40, 120)}分钟，重点问了${p(r, concerns)}。`,
  (r, t) =>
    `陪同客户看现房和样板间，意向${p(r, layouts)}，${p(r, sizes)}，问能否保留房号${r.whole(1, 3)}天，预算${t.budget}。`,
  (r) => `第二次带看，${p(r, family)}也来了，重新量了客厅尺寸，主要顾虑是${p(r, concerns)}。`,
];

const meetings: readonly Template[] = [
  (r, t) =>
    `视频看房${r.whole(20, 60)}分钟，连线${t.place}现场同事走了一遍公共区域和${p(r, layouts)}，客户录了屏给${p(r, family)}看。`,
  (r, t) => `线上会议讲解${t.country}购房流程、税费和持有成本，客户提了${r.whole(3, 9)}个问题，会后发了纪要。`,
  (r) => `视频沟通，演示${p(r, materials)}，客户对回报率数字比较认可，要求${p(r, times)}给出书面方案。`,
];

const mails: readonly Template[] = [
  (r, t) => `邮件发送${t.place}项目资料：${p(r, materials)}，抄送${p(r, family)}，请客户${p(r, times)}前回复意向。`,
  (r) => `邮件回复客户关于${p(r, concerns)}的问题，附上${p(r, materials)}。`,
];

const losses: readonly Template[] = [
  (r, t) =>
    `客户明确表示暂时不买了，原因是${r.pick(["资金另有安排", "家人反对", "汇率变化超出预期", "已在别处买了一套", "贷款没有批下来"])}，${t.country}市场以后再看。`,
  (r) => `回访得知客户已通过${p(r, rivals)}成交，祝贺并请其保留联系方式，转为流失。`,
  (_r, t) => `多轮沟通后客户认为${t.place}价格超出${t.budget}的预算，决定放弃，后续每季度问候一次。`,
];

const wrongs = [
  "号码是空号，换时段再拨两次仍是空号，标记无效。",
  "接听者称不认识该客户，核实后确认号码有误。",
  "对方是同行来询价的，确认没有真实购房需求。",
];

/** Too short to count as a valid follow-up. */
const shorts = [
  "电话未接通。",
  "已发微信未回",
  "多次无人接听",
  "正在开会，晚点打",
  "关机，明日再拨",
  "发了短信提醒",
  "客户挂断电话",
  "语音留言一条",
  "微信已读未回",
  "占线，稍后再试",
];
const others: readonly Template[] = [
  (r) => `整理客户资料，补充${p(r, materials)}到共享文件夹，暂未与客户联系。`,
  (r, t) => `内部讨论该客户方案，建议主推${t.place}的${p(r, layouts)}，等报价出来再联系。`,
  (r) => `节日问候群发，客户未单独回复，准备${p(r, times)}再跟进。`,
];

export type Kind = "first" | "talk" | "visit" | "meeting" | "mail" | "lost" | "wrong" | "short" | "other";

const byKind: Readonly<Record<Exclude<Kind, "wrong" | "short">, readonly Template[]>> = {
  first: openings,
  talk: talks,
  visit: visits,
  meeting: meetings,
  mail: mails,
  lost: losses,
  other: others,
};

/** The text of a follow-up. */
export function followUpText(random: Random, kind: Kind, topic: Topic): string {
  if (kind === "short") return random.pick(shorts);
  if (kind === "wrong") return random.pick(wrongs);
  return random.pick(byKind[kind])(random, topic);
}

export const recycleReasons = [
  "重复录入，已保留另一条",
  "客户要求删除资料",
  "测试数据清理",
  "号码无效且无其他联系方式",
  "确认是同行询价",
  "长期无效，清理名单",
];
export const transferReasons = [
  "客户所在区域调整，转由同城顾问跟进",
  "原顾问休假，改由同组跟进",
  "客户要求更换顾问",
  "语言更匹配",
];
export const releaseNotes = [
  "联系多次没有进展，先释放给其他同事",
  "客户改看其他国家",
  "预算差距大",
  "近期不会考虑",
  "与客户沟通不顺畅",
];
export const remarks = [
  "晚上八点以后联系比较方便",
  "说粤语，普通话也可以",
  "孩子明年去东京读语言学校",
  "已有一套大阪公寓在出租",
  "由太太做决定，联系时先发微信",
  "关注经营管理签证，后续可转行政书士",
  "朋友转介绍，服务要细致",
  "不接陌生来电，先加微信",
  "偏好高楼层、靠近地铁",
  "希望有中文物业管理",
];
export const sourceDetails: Readonly<Record<string, readonly string[]>> = {
  site_inquiry: ["日本新房频道", "项目详情页底部表单", "首页顾问入口"],
  app_inquiry: ["APP楼盘收藏后留资", "APP消息回复"],
  social: ["小红书笔记私信", "抖音直播间", "公众号文章"],
  event: ["上海海外置业展", "深圳私享会", "线上说明会"],
  ads: ["搜索广告-东京买房", "信息流-海外房产"],
  referral: ["老客户转介绍", "员工亲友介绍"],
};
export const internalTasks = [
  { title: "团队周会", type: "meeting", location: "会议室A" },
  { title: "新盘培训", type: "meeting", location: "线上会议" },
  { title: "整理本周跟进数据", type: "task", location: null },
  { title: "更新房源价目表", type: "task", location: null },
  { title: "开发商说明会", type: "meeting", location: "大会议室" },
  { title: "月度业绩复盘", type: "meeting", location: "会议室B" },
  { title: "与行政书士对接签证案例", type: "meeting", location: "线上会议" },
] as const;
