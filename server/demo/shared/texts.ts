import type { Random } from "./random";

/** What a follow-up is about: the customer's own wishes. */
export interface Topic {
  country: string;
  place: string;
  purpose: string;
  budget: string;
  cash: boolean;
}

/** What is put into sentences. */
const words: Readonly<Record<string, readonly string[]>> = {
  layout: ["1LDK", "2LDK", "3LDK", "1K小户型", "两房", "三房"],
  size: ["30㎡上下", "40㎡出头", "55㎡左右", "65㎡左右", "70多平", "80㎡以上"],
  concern: [
    "持有成本和每年的固定资产税",
    "贷款利率和首付比例",
    "租金回报能不能覆盖月供和管理费",
    "交房后由谁托管出租",
    "学校学区和通学距离",
    "离车站步行几分钟、噪音大不大",
    "以后转手好不好卖、要交多少税",
  ],
  family: ["太太", "先生", "父母", "孩子", "合伙人", "家里人"],
  material: ["户型图和价目表", "楼书和交通图", "租金测算表", "购房费用明细", "贷款方案", "样板间视频"],
  time: ["周末", "下周", "下个月初", "出差回来以后", "签证下来以后", "月底"],
  rival: ["另一家中介", "朋友介绍的中介", "线上平台", "开发商直销"],
};

const sentences = {
  /** First talks: the customer's situation, and what they look for. */
  first: [
    "首次联系，客户想在{country}{place}买房，主要考虑{purpose}，预算{budget}，问了{concern}。",
    "加上微信并自我介绍，客户正在看{place}一带的{layout}，预算{budget}，已发{material}。",
    "电话了解到购房目的为{purpose}，{family}也参与决定，先发{material}给客户看。",
    "初次沟通，客户对{country}市场不太了解，讲了外国人购房流程和费用，约{time}再细谈。",
  ],
  talk: [
    "发送{place}三个在售项目对比，客户比较中意{size}的{layout}，但担心{concern}。",
    "客户问{concern}，逐条回复并附上测算，客户说要和{family}商量。",
    "回访，客户上周去看了{rival}推荐的房子，觉得总价偏高，仍想看{place}，预算不变：{budget}。",
    "客户反馈{material}已看，想再了解{place}近一年的成交价和空置率，答应{time}前给到。",
    "微信聊了{concern}，客户态度积极，约{time}视频讲解。",
    "推送新一期{country}房价简报，客户问{place}还有没有更低楼层的房源。",
    "客户确认付款方式为{payment}，让我们按{budget}给出两套备选并列出全部税费。",
    "与客户核对护照和资金来源，提醒提前准备银行流水与完税证明，客户表示没问题。",
  ],
  visit: [
    "带看{place}两个项目的样板间，客户和{family}一起到场，对{layout}的采光满意，觉得收纳偏少。",
    "实地带看{place}，走了一遍车站到项目的路线，客户对周边环境满意，回去考虑。",
    "陪同客户看现房和样板间，意向{layout}，{size}，问能否保留房号，预算{budget}。",
  ],
  meeting: [
    "视频看房，连线{place}现场同事走了一遍公共区域和{layout}，客户录了屏给{family}看。",
    "线上会议讲解{country}购房流程、税费和持有成本，会后发了纪要，约{time}给出书面方案。",
  ],
  mail: [
    "邮件发送{place}项目资料：{material}，抄送{family}，请客户{time}前回复意向。",
    "邮件回复客户关于{concern}的问题，附上{material}。",
  ],
  lost: [
    "客户明确表示暂时不买了，资金另有安排，{country}市场以后再看。",
    "回访得知客户已通过{rival}成交，祝贺并请其保留联系方式，转为流失。",
    "多轮沟通后客户认为{place}价格超出{budget}的预算，决定放弃，后续每季度问候一次。",
  ],
  wrong: ["号码是空号，换时段再拨两次仍是空号，标记无效。", "接听者称不认识该客户，核实后确认号码有误。"],
  /** Too short to count as a valid follow-up. */
  short: ["电话未接通。", "已发微信未回", "多次无人接听", "正在开会，晚点打", "客户挂断电话", "占线，稍后再试"],
  other: [
    "整理客户资料，补充{material}到共享文件夹，暂未与客户联系。",
    "内部讨论该客户方案，建议主推{place}的{layout}，等报价出来再联系。",
  ],
} as const;
export type Kind = keyof typeof sentences;

/** The text of a follow-up. */
export function followUpText(random: Random, kind: Kind, { cash, ...topic }: Topic): string {
  const own: Readonly<Record<string, string>> = { ...topic, payment: cash ? "全款" : "贷款" };
  return random
    .pick(sentences[kind])
    .replace(/\{(\w+)\}/g, (_, name: string) => own[name] ?? random.pick(words[name] ?? [name]));
}

export const recycleReasons = [
  "重复录入，已保留另一条",
  "客户要求删除资料",
  "号码无效且无其他联系方式",
  "确认是同行询价",
];
export const transferReasons = ["客户所在区域调整，转由同城顾问跟进", "原顾问休假，改由同组跟进", "客户要求更换顾问"];
export const releaseNotes = ["联系多次没有进展，先释放给其他同事", "客户改看其他国家", "预算差距大", "近期不会考虑"];
export const remarks = [
  "晚上八点以后联系比较方便",
  "说粤语，普通话也可以",
  "孩子明年去东京读语言学校",
  "已有一套大阪公寓在出租",
  "由太太做决定，联系时先发微信",
  "偏好高楼层、靠近地铁",
];
export const sourceDetails: Readonly<Record<string, readonly string[]>> = {
  site_inquiry: ["日本新房频道", "项目详情页底部表单"],
  app_inquiry: ["APP楼盘收藏后留资", "APP消息回复"],
  social: ["小红书笔记私信", "抖音直播间", "公众号文章"],
  event: ["上海海外置业展", "线上说明会"],
  ads: ["搜索广告-东京买房", "信息流-海外房产"],
  referral: ["老客户转介绍", "员工亲友介绍"],
};
export const internalTasks = [
  { title: "团队周会", type: "meeting", location: "会议室A" },
  { title: "新盘培训", type: "meeting", location: "线上会议" },
  { title: "整理本周跟进数据", type: "task", location: null },
  { title: "开发商说明会", type: "meeting", location: "大会议室" },
] as const;
