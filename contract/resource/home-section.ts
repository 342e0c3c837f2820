import { z } from "zod";
import { propertyTypes } from "~/contract/shared/property";
import { keyword, languages, listQuery, oneOf, page } from "../common";
import { EstateCard } from "../content/public-content";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { recordEndpoints, statusEndpoints } from "../record-endpoints";
import { listAndRecord } from "../screen-data";
import type { Scene } from "../shared/option";
import { investmentCategories } from "./investment";
import { onPlatforms, siteAddress, sitePlatforms, sortedIds } from "./placing";
import { videoTypes } from "./video";

/** By what a rule chooses. */
export const RuleFilter = z.object({
  country_code: field.optional(field.optionValue("国家/地区", "countries")),
  district_id: field.optional(field.reference("区域", "districts")).meta({ help: "含下级区域" }),
  property_type: field.optional(field.choice("物业类型", propertyTypes)),
  category_id: field.optional(field.reference("分类", "article_categories")).meta({ help: "含下级分类" }),
  tag_id: field.optional(field.reference("标签", "article_tags")),
  video_type: field.optional(field.choice("视频类型", videoTypes)),
  investment_category: field.optional(field.choice("专栏分类", investmentCategories)),
  language: field.optional(field.choice("服务语言", languages)),
  is_recommend: field.optional(z.boolean().meta({ label: "只要推荐的", control: "switch" })),
});
export type RuleFilter = z.output<typeof RuleFilter>;
export type RuleField = keyof RuleFilter;

export const ruleSorts = {
  newest: "最新",
  price_asc: "总价从低到高",
  price_desc: "总价从高到低",
  yield_desc: "回报率从高到低",
  views: "浏览最多",
  plays: "播放最多",
  built_desc: "建成最晚",
} as const;
export type RuleSort = keyof typeof ruleSorts;

interface SectionType {
  label: string;
  /** Where its items are searched by hand. */
  scene: Scene;
  /** What a rule may choose them by, and in what order. */
  filters: readonly RuleField[];
  sorts: readonly RuleSort[];
}

/** What home sections show. A kind that comes adds its line here, and its cards in server/resources/resource/cards. */
export const sectionTypes = {
  estate: {
    label: "房源",
    scene: "estates",
    filters: ["country_code", "district_id", "property_type", "is_recommend"],
    sorts: ["newest", "price_asc", "price_desc", "yield_desc", "views"],
  },
  mansion: {
    label: "楼栋",
    scene: "mansions",
    filters: ["country_code", "district_id"],
    sorts: ["newest", "built_desc"],
  },
  article: {
    label: "资讯",
    scene: "articles",
    filters: ["country_code", "category_id", "tag_id", "is_recommend"],
    sorts: ["newest", "views"],
  },
  video: { label: "视频", scene: "videos", filters: ["video_type", "district_id"], sorts: ["newest", "plays"] },
  investment: {
    label: "投资",
    scene: "investments",
    filters: ["country_code", "investment_category"],
    sorts: ["newest", "views"],
  },
  city: { label: "城市", scene: "city_intros", filters: ["country_code"], sorts: ["newest", "views"] },
  special: { label: "专题", scene: "specials", filters: [], sorts: ["newest", "views"] },
  broker: { label: "经纪", scene: "brokers", filters: ["country_code", "language"], sorts: ["newest"] },
} as const satisfies Record<string, SectionType>;
export type SectionTypeName = keyof typeof sectionTypes;
/** What a type says, without the type of its own words. */
export const sectionType = (type: SectionTypeName): SectionType => sectionTypes[type];

export const sectionTypeLabels = Object.fromEntries(
  Object.entries(sectionTypes).map(([type, { label }]) => [type, label]),
) as Record<SectionTypeName, string>; // the same keys

export const sourceModes = { manual: "手动", rule: "规则" } as const;
export const sectionLayouts = { grid: "网格", carousel: "轮播", list: "列表" } as const;
export type SectionLayout = keyof typeof sectionLayouts;
export const sectionStatuses = { enabled: "启用", disabled: "停用" } as const;

/** As many cards as a section has at most. */
export const mostCards = 20;

export const SectionRule = z
  .object({
    filter: RuleFilter,
    sort: field.choice("顺序", ruleSorts),
    limit: field.integer("数量", 1, mostCards),
  })
  .meta({ label: "规则" });
export type SectionRule = z.output<typeof SectionRule>;

const itemIds = z
  .array(z.int().positive())
  .max(mostCards, `内容最多选${mostCards}项`)
  .refine((ids) => new Set(ids).size === ids.length, "内容重复")
  .meta({ label: "内容" });

export const HomeSectionFields = z.object({
  title: field.text("标题", 20),
  sub_title: field.optional(field.text("副标题", 40)),
  code: z
    .string({ error: "请输入编码" })
    .trim()
    .min(1, "请输入编码")
    .max(40, "编码不能超过40个字")
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "编码只能由小写字母、数字和连字符组成")
    .meta({ label: "编码", control: "text", help: "网站按它认出这个版块" }),
  platform: onPlatforms(),
  type: field.choice("类型", sectionTypeLabels),
  source_mode: field.choice("取数", sourceModes).default("manual"),
  item_ids: itemIds.default([]),
  rule: field.optional(SectionRule),
  layout: field.choice("布局", sectionLayouts).default("grid"),
  more_link: field.optional(siteAddress("更多链接")).meta({ help: "“更多”去的地方，留空不显示" }),
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
});
export type HomeSectionFields = z.output<typeof HomeSectionFields>;

function checkSection({ type, source_mode, item_ids, rule }: HomeSectionFields, context: z.RefinementCtx) {
  const wrong = (name: keyof HomeSectionFields, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (source_mode === "manual" && item_ids.length === 0) wrong("item_ids", `请选择${sectionTypeLabels[type]}`);
  if (source_mode === "rule" && !rule) wrong("rule", "请填写规则");
  if (source_mode === "rule" && rule && !sectionType(type).sorts.includes(rule.sort)) wrong("rule", "请选择顺序");
}

export const HomeSectionRow = field.rowOf(
  HomeSectionFields,
  ["code", "title", "sub_title", "platform", "type", "source_mode", "item_ids", "rule", "layout", "more_link", "sort"],
  {
    ...field.record(),
    /** How many cards visitors see of it now. */
    count: z.int().meta({ label: "数量" }),
    status: field.choice("状态", sectionStatuses),
    created_at: field.instant("创建时间"),
    can: field.can("edit", "enable", "disable", "delete"),
  },
);
export type HomeSectionRow = z.output<typeof HomeSectionRow>;

/** One thing of a section, in plain words. */
export const SectionCard = EstateCard.omit({ cover_set: true }).extend({
  type: z.enum(Object.keys(sectionTypes) as [SectionTypeName]),
  /** Absent where the site has no page of it by a name. */
  slug: z.string().nullable(),
});
export type SectionCard = z.output<typeof SectionCard>;

export const ShownSection = z.object({
  code: z.string(),
  title: z.string(),
  sub_title: z.string().nullable(),
  type: z.enum(Object.keys(sectionTypes) as [SectionTypeName]),
  layout: z.enum(Object.keys(sectionLayouts) as [SectionLayout]),
  more_link: z.string().nullable(),
  items: z.array(SectionCard),
});
export type ShownSection = z.output<typeof ShownSection>;

const permission = "resource:section:manage";
const path = "/api/resource/home-section";

export const homeSection = {
  ...recordEndpoints(path, "首页版块", {
    ...{ kind: "home_section", permission },
    query: listQuery(
      {
        keyword: keyword(),
        platform: oneOf(sitePlatforms),
        type: oneOf(sectionTypeLabels),
        status: oneOf(sectionStatuses),
      },
      ["sort", "code", "created_at"],
      "sort",
    ),
    where: { not: ["platform"] },
    page: page(HomeSectionRow),
    record: HomeSectionRow,
    create: HomeSectionFields.superRefine(checkSection),
    update: HomeSectionFields.extend({ version: field.version() }).superRefine(checkSection),
  }),
  ...statusEndpoints(path, "首页版块", { permission, record: HomeSectionRow }),
  /** Sections in their new order: all of them, or some, which then take each other's places. */
  sort: endpoint(`PUT ${path}/sort`, "首页版块排序", permission, {
    body: z.object({ ids: sortedIds("首页版块") }),
    reply: z.object({ count: z.int() }),
  }),
  /** What visitors would get of a rule, or of these items, now. */
  preview: endpoint(`POST ${path}/preview`, "版块内容预览", permission, {
    isRead: true,
    body: z
      .object({
        type: field.choice("类型", sectionTypeLabels),
        rule: field.optional(SectionRule),
        item_ids: itemIds.default([]),
      })
      .refine(({ rule, item_ids }) => rule !== null || item_ids.length > 0, { error: "请填写规则", path: ["rule"] }),
    reply: z.array(SectionCard),
  }),
  /** The home page's sections as visitors of a platform get them now; kept by nobody. */
  shown: endpoint(`GET ${path}/shown`, "首页预览", permission, {
    query: z.object({
      platform: z
        .enum(Object.keys(sitePlatforms) as [keyof typeof sitePlatforms])
        .default("web")
        .meta({ label: "平台" }),
    }),
    reply: z.array(ShownSection),
  }),
};

export const homeSectionScreens = { "/resources/homeSection": listAndRecord(homeSection.list, homeSection.get) };
