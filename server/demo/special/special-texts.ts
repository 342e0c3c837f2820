import type { SpecialTemplate } from "~/contract/special/special";

/** A page as it is told: what it is called, where it looks for its estates, and what it says. */
export interface Subject {
  name: string;
  title: string;
  slug: string;
  template: SpecialTemplate;
  country: string;
  lead: string;
}

export const subjects: readonly Subject[] = [
  {
    ...{
      name: "东京湾岸秋季合集",
      title: "东京湾岸新盘合集",
      slug: "tokyo-bay",
      template: "estate_list",
      country: "JP",
    },
    lead: "轨道、商业与海景，一页看懂湾岸在售新盘。",
  },
  {
    ...{
      name: "日本高回报精选",
      title: "毛回报率优先的日本新盘",
      slug: "japan-yield",
      template: "estate_list",
      country: "JP",
    },
    lead: "按回报率排序，租金测算逐盘核对。",
  },
  {
    ...{
      name: "曼谷轨道沿线",
      title: "曼谷轨道沿线新盘",
      slug: "bangkok-rail",
      template: "estate_list",
      country: "TH",
    },
    lead: "步行可达车站的曼谷公寓，自住与出租两相宜。",
  },
  {
    ...{ name: "单盘推广·湾岸塔", title: "湾岸塔：一站到东京站", slug: "bay-tower", template: "single", country: "JP" },
    lead: "两房到三房，海景面与庭园面可选。",
  },
  {
    ...{ name: "经营管理签证专题", title: "经营·管理签证与置业", slug: "visa-japan", template: "visa", country: "JP" },
    lead: "从公司设立到住所安排，一次说清步骤、材料与预算。",
  },
  {
    ...{
      name: "上海说明会报名",
      title: "日本房产上海说明会",
      slug: "shanghai-seminar",
      template: "event",
      country: "JP",
    },
    lead: "现场可约一对一咨询，席位有限，先报先得。",
  },
  {
    ...{
      name: "北京说明会报名",
      title: "日本房产北京说明会",
      slug: "beijing-seminar",
      template: "event",
      country: "JP",
    },
    lead: "税费、贷款、出租管理，三个主题分场讲解。",
  },
  {
    ...{ name: "东京城市专题", title: "在东京买房：区域怎么选", slug: "city-tokyo", template: "city", country: "JP" },
    lead: "按通勤、学区和回报三条线索比较各区。",
  },
  {
    ...{ name: "大阪城市专题", title: "在大阪买房：区域怎么选", slug: "city-osaka", template: "city", country: "JP" },
    lead: "北区、中央区与湾区，各有各的买法。",
  },
  {
    ...{ name: "迪拜新盘合集", title: "迪拜新盘合集", slug: "dubai-new", template: "estate_list", country: "AE" },
    lead: "分期付款与交付时间一目了然。",
  },
  {
    ...{ name: "吉隆坡城市专题", title: "在吉隆坡买房：区域怎么选", slug: "city-kl", template: "city", country: "MY" },
    lead: "市中心与卫星城的总价、租金对照。",
  },
  {
    ...{ name: "新春看房团", title: "新春日本看房团", slug: "spring-tour", template: "event", country: "JP" },
    lead: "四天三晚，看六个在售项目。",
  },
];

export const questions = [
  { q: "外国人可以购买吗？", a: "可以。购买资格与付款方式因国家而异，顾问会按您的情况说明。" },
  { q: "除房款外还要准备多少？", a: "税费、登记与中介等合计约为总价的6%–8%，以实际报价为准。" },
  { q: "可以委托出租管理吗？", a: "可以。交付后由当地管理公司代为招租、收租与维修。" },
];

export const costs = {
  head: ["项目", "比例", "说明"],
  rows: [
    ["登记税费", "约2%", "按评估价计算"],
    ["中介费用", "约3%", "另加消费税"],
    ["其他", "约1%", "翻译、汇款等"],
  ],
};
