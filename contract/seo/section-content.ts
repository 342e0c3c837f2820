import { z } from "zod";
import * as field from "../field";
import { estateFilter } from "../house/public-filter";
import type { SectionType } from "./seo-kinds";

/** The address of a page: of the site itself (`/…`), or whole. */
export const pageAddress = (label: string) =>
  z
    .string({ error: `请输入${label}` })
    .trim()
    .min(1, `请输入${label}`)
    .max(300, `${label}不能超过300个字`)
    .regex(/^(\/(?!\/)|https?:\/\/[^\s/])\S*$/, `${label}应以 / 或 https:// 开头`)
    .meta({ label, control: "text" });

export const SectionLink = z.object({ text: field.text("文字", 20), url: pageAddress("链接") });
export const SectionFaq = z.object({ q: field.text("问题", 60), a: field.longText("回答", 500) });

export const estateSources = { rule: "按筛选条件", manual: "手工选择" } as const;
export const estateOrders = {
  sort: "推荐排序",
  "-created_at": "最近新增",
  price_min: "总价从低到高",
  "-price_min": "总价从高到低",
  "-gross_yield": "回报率从高到低",
} as const;

/** What each type of section holds. */
export const sectionContents = {
  link_list: z.object({
    links: z.array(SectionLink).min(1, "请添加链接").max(50, "链接最多50条").meta({ label: "链接", control: "rows" }),
  }),
  /** Paragraphs; no formatting. */
  text: z.object({ text: field.longText("正文", 2_000) }),
  faq: z.object({
    faq: z.array(SectionFaq).min(1, "请添加问答").max(20, "问答最多20条").meta({ label: "问答", control: "rows" }),
  }),
  estate_list: z.discriminatedUnion("source", [
    z.object({
      source: z.literal("manual"),
      estate_ids: z
        .array(field.reference("房源", "estates"))
        .min(1, "请选择房源")
        .max(20, "房源最多20个")
        .meta({ label: "房源", control: "multi-select", scene: "estates" }),
    }),
    z.object({
      source: z.literal("rule"),
      filter: estateFilter(),
      order: field.choice("排序方式", estateOrders),
      limit: field.integer("显示数量", 1, 20),
    }),
  ]),
  /** Without any chosen: those of the site that have the most estates. */
  tag_cloud: z.object({
    tag_ids: z
      .array(field.reference("标签", "seo_tags"))
      .max(50, "标签最多50个")
      .meta({ label: "标签", control: "multi-select", scene: "seo_tags" }),
  }),
} as const satisfies Record<SectionType, z.ZodType>;

export type SectionContents = { [T in SectionType]: z.output<(typeof sectionContents)[T]> };
export type SectionContent = SectionContents[SectionType];
