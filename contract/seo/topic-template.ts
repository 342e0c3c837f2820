import { z } from "zod";
import { languages, listQuery, oneOf, page } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { recordEndpoints, statusEndpoints } from "../record-endpoints";
import type { ScreenData } from "../screen-data";
import { listAndCopy } from "./copied";
import { pageTypes, seoStatuses } from "./seo-kinds";
import { conditionFields } from "./topic-conditions";

/** What a template may name, as `{city}`. */
export const topicVariables = {
  country: "国家/地区",
  city: "城市",
  district: "区域",
  station: "车站",
  layout: "户型",
  type: "物业类型",
  price_min: "最低总价",
  price_max: "最高总价",
  count: "房源数",
  year: "年",
  month: "月",
  brand: "品牌",
  tag: "标签",
} as const;
export type TopicVariable = keyof typeof topicVariables;

const named = /\{([^{}]*)\}/g;

/** The variables that a template names which there are not, and braces without a partner. */
function faultsIn(template: string): string[] {
  const unknown = [...template.matchAll(named)].flatMap(([whole, name = ""]) =>
    name in topicVariables ? [] : [whole],
  );
  return /[{}]/.test(template.replace(named, "")) ? [...unknown, "{"] : unknown;
}

/** A template with the values of its variables; a variable without one is left out, and reported. */
export function renderTopic(template: string, values: Readonly<Partial<Record<TopicVariable, string>>>) {
  const missing = new Set<TopicVariable>();
  const text = template
    .replace(named, (_, name: TopicVariable) => {
      const value = values[name];
      if (!value) missing.add(name);
      return value ?? "";
    })
    .replace(/\s{2,}/g, " ")
    .trim();
  return { text, missing: [...missing] };
}

export const letters = (text: string) => [...text].length;

/** A page of the site by which a template is tried. */
const sampleFields = {
  country: field.optional(field.optionValue("国家/地区", "countries")),
  district_id: field.optional(field.reference("区域", "districts")),
  tag: field.optional(field.reference("SEO标签", "seo_tags")),
  estate_id: field.optional(field.reference("房源", "estates")),
};
const pageType = field.choice("页面类型", pageTypes);
const lang = field.choice("语言", languages).default("zh");

const Rendered = z.object({
  text: z.string(),
  length: z.int(),
  is_long: z.boolean(),
  missing: z.array(z.string()),
  sample: z.string(),
});
export type Rendered = z.output<typeof Rendered>;

export const Candidate = z.object({
  id: z.int(),
  name: z.string(),
  priority: z.int(),
  matched: z.boolean(),
  reason: z.string(),
});
export type Candidate = z.output<typeof Candidate>;

type Path = `/${string}`;

interface TopicParts {
  kind: string;
  /** Most letters of a template, and of what is made of it before search engines cut it. */
  most: number;
  shown: number;
  isLong: boolean;
}

const codes = { view: "seo:template:view", edit: "seo:template:edit", publish: "seo:template:publish" } as const;

/** Templates of one text of the site's pages: their titles, or their descriptions. */
function topicEndpoints<const P extends Path>(path: P, title: string, { kind, most, shown, isLong }: TopicParts) {
  const template = (isLong ? field.longText("模板", most) : field.text("模板", most)).refine(
    (value) => faultsIn(value).length === 0,
    {
      error: ({ input }) => {
        const faults = faultsIn(String(input));
        return faults.includes("{") ? "花括号不成对" : `没有这个变量：${faults.join("、")}`;
      },
    },
  );
  const Fields = z.object({
    name: field.text("名称", 40),
    page_type: pageType,
    lang,
    template: template.meta({ help: `点击变量插入；渲染后超过${shown}字会被搜索引擎截断` }),
    ...conditionFields,
    priority: field.integer("优先级", 0, 99).default(0).meta({ help: "大的先用；相同时用最新的" }),
  });
  const Row = field.rowOf(
    Fields,
    ["name", "page_type", "template", "country", "level", "has_count", "priority", "lang"],
    {
      ...field.record(),
      preview: Rendered.meta({ label: "示例效果" }),
      status: field.choice("状态", seoStatuses),
      created_at: field.instant("创建时间"),
      can: field.can("edit", "enable", "disable", "delete"),
    },
  );
  return {
    shown,
    Row,
    Fields,
    ...recordEndpoints(path, title, {
      ...{ kind, permission: codes.view, write: codes.edit },
      query: listQuery(
        { page_type: oneOf(pageTypes), lang: oneOf(languages), status: oneOf(seoStatuses) },
        ["priority", "name", "created_at"],
        "-priority",
      ),
      page: page(Row),
      record: Row,
      create: Fields,
      update: Fields.extend({ version: field.version() }),
    }),
    ...statusEndpoints(path, title, { permission: codes.publish, record: Row }),
    /** A template that is still being written, with a page of the site; without one said, with some page that there is. */
    preview: endpoint(`POST ${path}/preview`, `预览${title}`, codes.view, {
      isRead: true,
      body: z.object({ template, page_type: pageType, lang, ...sampleFields }),
      reply: Rendered,
    }),
    /** Which template a page of the site gets, and why not the others. */
    resolve: endpoint(`POST ${path}/resolve`, `测试${title}`, codes.view, {
      isRead: true,
      body: z.object({ page_type: pageType, lang, ...sampleFields }),
      reply: z.object({
        winner: z.int().nullable(),
        rendered: Rendered.nullable(),
        candidates: z.array(Candidate),
      }),
    }),
  };
}

export const topicTitle = topicEndpoints("/api/seo/topic-title", "专题标题模板", {
  ...{ kind: "topic_title", most: 120, shown: 60, isLong: false },
});
export const topicDesc = topicEndpoints("/api/seo/topic-desc", "专题描述模板", {
  ...{ kind: "topic_desc", most: 300, shown: 160, isLong: true },
});

/** Either of the two, which differ by their paths and how much they hold. */
export type TopicContract = typeof topicTitle | typeof topicDesc;
export type TopicRow = z.output<typeof topicTitle.Row>;
export type TopicFields = z.output<typeof topicTitle.Fields>;

export const topicScreens = {
  "/seo/topicTitleList": listAndCopy(topicTitle.list, topicTitle.get),
  "/seo/topicDescList": listAndCopy(topicDesc.list, topicDesc.get),
} satisfies Record<string, ScreenData>;
