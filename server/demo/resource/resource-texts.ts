import type { investmentCategories, Metric } from "~/contract/resource/investment";
import type { reportCategories } from "~/contract/resource/report";
import type { videoTypes } from "~/contract/resource/video";
import type { Random } from "../shared/random";

const places = ["东京湾岸", "品川", "涩谷", "大阪梅田", "难波", "京都", "福冈天神", "曼谷", "迪拜", "吉隆坡"] as const;

const videoTitles: Readonly<Record<keyof typeof videoTypes, readonly string[]>> = {
  estate: ["{p}塔楼讲解：户型、采光与公共设施", "{p}低密住宅讲解：三种户型怎么选"],
  city: ["十分钟认识{p}：交通、商业与学校", "{p}的一天：从早市到夜景"],
  course: ["购房课堂：在{p}看房前先准备好这五件事", "购房课堂：读懂{p}的重要事项说明书"],
  interview: ["访谈：在{p}住了三年的一家人", "访谈：{p}的物业经理怎样安排修缮"],
  vlog: ["周末探盘：{p}站步行五分钟的样板间", "雨天探盘：{p}的地下通道能走多远"],
};
const videoTags = ["湾岸", "塔楼", "首次置业", "出租", "学区", "地铁沿线"] as const;
const videoLines = [
  "顾问带您走一遍社区和样板间，片尾有交房时间与咨询方式。",
  "从车站出发步行到小区，一路拍下商店、学校与公园。",
  "把常见的问题放在一起讲清楚，适合第一次了解的朋友。",
] as const;

/** Title, words and tags of a film. */
export const videoWords = (random: Random, type: keyof typeof videoTypes) => ({
  title: random.pick(videoTitles[type]).replace("{p}", random.pick(places)),
  description: random.pick(videoLines),
  tags: random.shuffle([...videoTags]).slice(0, random.whole(1, 3)),
});

const columns: Readonly<Record<keyof typeof investmentCategories, readonly [string, string]>> = {
  market: ["{p}新房市场月评：供应回升，价格分化", "本月{p}的新增供应回升，不同车站之间的价格继续分化。"],
  policy: ["{p}购房政策变化梳理：外国人需要注意什么", "与外国买家有关的变化集中在登记与申报两个环节。"],
  tax: ["在{p}持有房产一年要交多少税", "持有阶段的税费主要有两项，金额与评估额有关。"],
  yield: ["{p}出租收益拆解：毛收益率之外还要看三项成本", "毛收益率只是起点，管理费、修缮金与空置都要算进去。"],
  loan: ["{p}置业贷款：利率、成数与年限怎样取舍", "贷款条件因银行与身份而不同，先算清月供再谈成数。"],
  guide: ["{p}投资新房的六个步骤", "从明确预算到交房出租，六个步骤各有时间节点。"],
  case: ["案例：一套{p}两居五年的收支账", "这份收支账来自一套两居，从交房到第五年逐年列出。"],
};
const paragraphs = [
  "先看供应。近一年交付的项目集中在车站步行十分钟以内，户型以一居和两居为主，面积段与租客的需求基本吻合。",
  "再看价格。同一片区内楼层、朝向与车站距离带来的差别，往往比片区之间的差别还要明显。",
  "最后看持有。管理费与修缮金按面积逐月缴纳，签约前应向开发商索取长期修缮计划。",
  "以上数字用于说明方法，具体项目请以开发商的书面资料为准。",
] as const;

/** Title, summary, text and figures of a piece of the column. */
export function columnWords(random: Random, category: keyof typeof investmentCategories) {
  const place = random.pick(places);
  const [title, summary] = columns[category].map((text) => text.replace("{p}", place)) as [string, string]; // as many as there
  const content = [
    `<p>${summary}</p>`,
    ...paragraphs.slice(0, 2).map((text) => `<p>${text}</p>`),
    "<h2>怎样使用这些数字</h2>",
    ...paragraphs.slice(2).map((text) => `<p>${text}</p>`),
  ].join("");
  const metrics: Metric[] = [
    { name: "平均单价", value: String(random.whole(85, 160)), unit: "万日元/㎡", trend: random.pick(["up", "flat"]) },
    { name: "毛收益率", value: (random.whole(36, 58) / 10).toFixed(1), unit: "%", trend: random.pick(["up", "down"]) },
    { name: "空置率", value: (random.whole(12, 45) / 10).toFixed(1), unit: "%", trend: random.pick(["down", "flat"]) },
  ];
  return { title, summary, content, metrics };
}

export const reportTitles: Readonly<Record<keyof typeof reportCategories, string>> = {
  price: "东京新房价格季报",
  rent: "东京出租市场季报",
  policy: "海外置业政策观察",
  annual: "日本新房市场年报",
};
