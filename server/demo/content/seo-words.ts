import type { EstateFilter } from "~/contract/house/public-filter";
import type { KeywordIntent, PageType, TagType } from "~/contract/seo/seo-kinds";

/** Tags of the demo's site: what they are called, their address, kind and search. */
export const demoTags: readonly [name: string, slug: string, type: TagType, filter: EstateFilter][] = [
  ["日本新盘", "japan", "area", { country: ["JP"] }],
  ["泰国新盘", "thailand", "area", { country: ["TH"] }],
  ["阿联酋新盘", "uae", "area", { country: ["AE"] }],
  ["马来西亚新盘", "malaysia", "area", { country: ["MY"] }],
  ["东京塔楼", "tokyo-tower-mansion", "feature", { country: ["JP"], property_type: ["tower"] }],
  ["步行十分钟", "walk-10", "station", { walk_max: 10 }],
  ["两居室", "2ldk", "layout", { layout: ["2LDK"] }],
  ["三居室", "3ldk", "layout", { layout: ["3LDK"] }],
  ["三百万以内", "under-3m", "price", { price_max: "3000000", currency: "CNY" }],
  ["千万级", "over-10m", "price", { price_min: "10000000", currency: "CNY" }],
  ["高回报", "yield-5", "topic", { yield_min: 5 }],
  ["热门楼盘", "hot", "topic", { is_hot: true }],
  ["期房", "off-plan", "topic", { completion_min: "2027" }],
  ["别墅", "villa", "feature", { property_type: ["villa", "detached"] }],
];

interface Conditions {
  country?: string;
  level?: "0" | "1" | "2" | "3";
  has_count?: "some" | "none";
}
export type Topic = readonly [
  name: string,
  page_type: PageType,
  template: string,
  conditions?: Conditions,
  priority?: number,
];

export const demoTitles: readonly Topic[] = [
  ["首页", "home", "海外新盘一手房源_{year}年最新楼盘_{brand}"],
  ["城市默认", "city", "{city}新房_{city}楼盘价格与介绍_{brand}"],
  ["城市有房源", "city", "{city}{count}个在售新盘，{price_min}起_{brand}", { has_count: "some" }, 10],
  ["区域默认", "district", "{city}{district}新房_{year}年{month}月在售楼盘_{brand}"],
  ["日本区域", "district", "{district}新築マンション_{city}{count}个新盘_{brand}", { country: "JP", level: "2" }, 20],
  ["列表默认", "estate_list", "{country}{tag}新房_{brand}"],
  ["列表有房源", "estate_list", "{tag}：{count}个{country}在售楼盘，{price_min}起_{brand}", { has_count: "some" }, 10],
  ["房源详情", "estate_detail", "{city}{district}{type}_{station}_{price_min}起_{brand}"],
  ["资讯", "article", "{country}房产资讯_{year}年{month}月_{brand}"],
  ["百科", "encyclopaedia", "{city}购房百科_{brand}"],
  ["专题", "special", "{tag}专题_{brand}"],
];

export const demoDescs: readonly Topic[] = [
  ["首页", "home", "{brand}提供日本、泰国等地的一手新房，在售楼盘{count}个，中文顾问全程陪同。"],
  ["城市默认", "city", "{city}新房信息：在售楼盘、价格走势与生活介绍，{brand}整理于{year}年{month}月。"],
  ["城市有房源", "city", "{city}现有{count}个新盘，总价{price_min}至{price_max}。", { has_count: "some" }, 10],
  ["列表默认", "estate_list", "{country}{tag}楼盘共{count}个，{brand}中文顾问在线解答。"],
  ["房源详情", "estate_detail", "{city}{district}{type}，最近车站{station}，户型{layout}，总价{price_min}起。"],
  ["资讯", "article", "{country}房产市场、政策与购房经验，{brand}编辑部持续更新。"],
];

/** What keywords are made of: places with what people look for there. */
export const demoPlaces = ["东京", "大阪", "京都", "福冈", "港区", "湾岸", "曼谷", "普吉", "迪拜", "吉隆坡"] as const;
export const demoWants: readonly [words: string, intent: KeywordIntent, group: string][] = [
  ["新房", "region", "区域词"],
  ["公寓价格", "price", "价格词"],
  ["买房流程", "guide", "知识词"],
  ["学区房", "region", "区域词"],
  ["投资回报率", "guide", "知识词"],
  ["房产税", "guide", "知识词"],
  ["首付多少", "price", "价格词"],
  ["购房签证", "visa", "签证词"],
  ["房产中介", "competitor", "竞品词"],
  ["云汀楼盘", "brand", "品牌词"],
];
