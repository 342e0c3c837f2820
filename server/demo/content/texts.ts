import type { Random } from "../shared/random";

export const places = "东京湾岸 品川 涩谷 大阪梅田 难波 京都 福冈天神 曼谷 迪拜 吉隆坡".split(" ");

/** Sentences for any text about buying a home, of a place. */
const paragraphs = [
  "{p}的供应主要集中在车站步行十分钟以内的地块，低层部分多为商业和托幼设施，高层部分为住宅，户型以一居和两居为主。",
  "对自住的家庭来说，最先要确认的是通勤时间和学校，再看朝向和收纳；对出租的业主来说，租客的构成和管理费更值得细算。",
  "同一项目不同楼层的单价差异，通常由视野、噪声和日照决定，中间楼层的性价比往往更高，转手时也更容易找到买家。",
  "管理费和修缮基金按面积逐月收取，入住前十年较低，之后会阶段性上调，做长期预算时应把它们算进持有成本。",
  "如果打算在{p}出租，建议提前了解周边同户型的成交租金，而不是挂牌租金，两者之间常有一成左右的差距，空置的月份也要算。",
  "海外买家需要准备身份证明、住址证明和资金来源说明，部分文件要经过公证，办理时间以各地要求为准，宜提前一个月着手。",
  "贷款方面，先做一次事前审查，知道自己能借多少、利率如何，再去谈价格。审查的结果通常三个月内有效。",
] as const;

export const paragraphsOf = (random: Random, place: string, count: number): string[] =>
  random.some(paragraphs, count, count).map((text) => text.replaceAll("{p}", place));

/** A page of a first sentence and further paragraphs, with a heading between them. */
export const pageOf = (first: string, heading: string, others: readonly string[]): string =>
  `<p>${first}</p><h2>${heading}</h2>${others.map((text) => `<p>${text}</p>`).join("")}`;

/** What texts are about: a title and the first sentence. */
const topics = {
  market: ["{p}新房市场月评：供应回升，价格分化", "本月{p}的新增供应回升，不同车站之间的价格继续分化。"],
  policy: ["{p}购房政策变化梳理", "与外国买家有关的变化集中在登记与申报两个环节。"],
  tax: ["在{p}持有房产一年要交多少税", "持有阶段的税费主要有两项，金额与评估额有关。"],
  yield: ["{p}出租回报怎样算", "表面收益率是年租金除以房价，实际收益率还要扣除管理费、税费与空置。"],
  loan: ["海外买家在{p}怎样贷款", "贷款成数取决于收入来源、居留资格与房屋用途，常见的范围是房价的五到七成。"],
  guide: ["在{p}买新房的七个步骤", "在{p}一般要经过看样板间、申请、签约、贷款审查、验房、交割与登记。"],
  case: ["案例：一套{p}两居五年的收支账", "这份收支账来自一套两居，从交房到第五年逐年列出。"],
  law: ["{p}的产权与登记：看懂一份登记簿", "登记簿由标题部、甲区与乙区组成，分别记录房屋、所有权与抵押等权利。"],
  visa: ["买房与居留资格：{p}买家常问的问题", "买房本身不带来居留资格，但稳定的住处有助于其他申请。"],
  education: ["在{p}选学区要看什么", "先确认学校按住址划分的范围，再看步行上学的路线是否过大路。"],
  life: ["搬到{p}的第一个月", "迁入登记、水电燃气、网络与垃圾分类，是搬到{p}后头两周要办的四件事。"],
} as const;

export type Topic = keyof typeof topics;

export const topicOf = (topic: Topic, place: string) => {
  const [title, first] = topics[topic];
  return { title: title.replaceAll("{p}", place), first: first.replaceAll("{p}", place) };
};

/** Categories of the news: those of the first level, and below them those of articles, each with its topic. */
export const categories: readonly (readonly [id: number, name: string, slug: string, parent: number | null, Topic?])[] =
  [
    [1, "市场动态", "market", null],
    [2, "购房指南", "guide", null],
    [3, "政策解读", "policy", null],
    [4, "新盘速递", "new-launch", 1, "market"],
    [5, "流程与税费", "process-tax", 2, "guide"],
    [6, "贷款与汇率", "loan-fx", 2, "loan"],
    [7, "签证与移居", "visa", 3, "visa"],
  ];

export const newsTags =
  "湾岸:wan-an 塔楼:tower 首次置业:first-home 投资回报:yield 学区:school 税费:tax 贷款:loan 汇率:fx"
    .split(" ")
    .map((tag) => tag.split(":"));

export const writers = ["市场研究组", "海外置业部", "资讯编辑部", "日本事业部"] as const;

export const videoTitles = {
  estate: "{p}塔楼讲解：户型、采光与公共设施",
  city: "十分钟认识{p}：交通、商业与学校",
  course: "购房课堂：在{p}看房前先准备好这五件事",
  interview: "访谈：在{p}住了三年的一家人",
  vlog: "周末探盘：{p}站步行五分钟的样板间",
} as const;
export const videoLine = "顾问带您走一遍社区和样板间，片尾有交房时间与咨询方式。";

export const reportTitles = {
  price: "东京新房价格季报",
  rent: "东京出租市场季报",
  policy: "海外置业政策观察",
  annual: "日本新房市场年报",
} as const;

/** What an article for the search engines begins with, `{w}` is its keyword. */
export const seoTexts = [
  ["{w}怎么看：三件事先定下来", "看{w}，先定三件事：每天要去哪里、总价的上限，以及什么时候要住进去。"],
  ["读懂{w}：差别从哪里来", "说到{w}，差别大半来自到车站的步行时间；其余看楼层、朝向与管理状况。"],
  ["{w}常见问题与准备清单", "关于{w}，常被问到的多半是费用、期限和要准备的文件，提前列一张表就不会慌。"],
] as const;

export const questions = [
  { q: "外国人可以购买吗？", a: "可以。购买资格与付款方式因国家而异，签约前由顾问按您的情况逐项说明。" },
  { q: "除房款外还要准备多少？", a: "税费、登记与中介等合计约为总价的6%–8%，以实际报价为准。" },
  { q: "可以委托出租管理吗？", a: "可以。交付后由当地管理公司代为招租、收租与维修。" },
];
