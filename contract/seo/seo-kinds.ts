export const pageTypes = {
  home: "首页",
  city: "城市",
  district: "区域",
  estate_list: "房源列表",
  estate_detail: "房源详情",
  mansion: "楼栋",
  article: "资讯",
  encyclopaedia: "百科",
  special: "专题",
} as const;
export type PageType = keyof typeof pageTypes;

export const seoStatuses = { enabled: "启用", disabled: "停用" } as const;
export type SeoStatus = keyof typeof seoStatuses;

export const sectionTypes = {
  link_list: "内链列表",
  text: "文本",
  faq: "问答",
  estate_list: "房源列表",
  tag_cloud: "标签云",
} as const;
export type SectionType = keyof typeof sectionTypes;

export const tagTypes = {
  feature: "特色",
  area: "区域",
  price: "价格",
  layout: "户型",
  station: "车站",
  topic: "主题",
} as const;
export type TagType = keyof typeof tagTypes;

export const keywordIntents = {
  brand: "品牌",
  region: "区域",
  price: "价格",
  guide: "知识",
  visa: "签证",
  competitor: "竞品",
} as const;
export type KeywordIntent = keyof typeof keywordIntents;

export const keywordStatuses = { tracking: "监测中", paused: "暂停", done: "已达成" } as const;
export type KeywordStatus = keyof typeof keywordStatuses;

export const rankSources = {
  manual: "手动录入",
  import: "导入",
  search_console: "Search Console",
  baidu: "百度搜索资源平台",
} as const;
export type RankSource = keyof typeof rankSources;
