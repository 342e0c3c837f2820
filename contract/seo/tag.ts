import { z } from "zod";
import { bit, keyword, listQuery, oneOf, page } from "../common";
import { slug } from "../content/page-fields";
import { EstateCard } from "../content/public-content";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { estateFilter, publicEstateFilters, readEstateFilter } from "../house/public-filter";
import { recordEndpoints, statusEndpoints } from "../record-endpoints";
import { listAndRecord, type ScreenData } from "../screen-data";
import { seoStatuses, tagTypes } from "./seo-kinds";

export const TagFields = z.object({
  name: field.text("名称", 20),
  type: field.choice("类型", tagTypes),
  slug: slug().meta({ help: "留空按名称拼音生成" }),
  filter: estateFilter(),
  title: field.optional(field.text("标题", 60)).meta({ help: "留空用标题模板" }),
  desc: field.optional(field.longText("描述", 160)).meta({ help: "留空用描述模板" }),
  index_flag: z
    .boolean()
    .default(true)
    .meta({ label: "收录", control: "switch", help: "关闭，或房源数少于设置的下限时，搜索引擎不收录" }),
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
});
export type TagFields = z.output<typeof TagFields>;

/** Whether search engines may take a tag's page: its flag says so, and it has enough estates. */
export const indexStates = { index: "收录", thin: "房源不足", off: "不收录" } as const;

export const TagRow = field.rowOf(TagFields, ["name", "type", "title", "desc", "index_flag", "sort"], {
  ...field.record(),
  slug: z.string().meta({ label: "网址别名" }),
  filter: readEstateFilter(),
  /** Estates online that its search finds, as last counted (each ten minutes). */
  estate_count: z.int().meta({ label: "房源数" }),
  /** SEO articles and articles of encyclopaedias that name it. */
  piece_count: z.int().meta({ label: "引用文章" }),
  indexing: field.choice("收录", indexStates),
  /** Of its page; null while the site's address is not set. */
  url: z.string().nullable(),
  status: field.choice("状态", seoStatuses),
  created_at: field.instant("创建时间"),
  can: field.can("edit", "enable", "disable", "delete", "merge"),
});
export type TagRow = z.output<typeof TagRow>;

const path = "/api/seo/tag";
const kind = "seo_tag";
const view = "seo:tag:view";
const edit = "seo:tag:edit";
const publish = "seo:tag:publish";

export const seoTag = {
  ...recordEndpoints(path, "SEO标签", {
    ...{ kind, permission: view, write: edit },
    query: listQuery(
      {
        keyword: keyword(),
        type: oneOf(tagTypes),
        index_flag: bit().meta({ label: "收录" }),
        status: oneOf(seoStatuses),
      },
      ["sort", "name", "estate_count", "created_at"],
      "sort",
    ),
    page: page(TagRow),
    record: TagRow,
    create: TagFields,
    update: TagFields.extend({ version: field.version() }),
  }),
  ...statusEndpoints(path, "SEO标签", { permission: publish, record: TagRow }),
  /** Its address leads to the other one, and what shows it shows that. It is not undone. */
  merge: endpoint(`POST ${path}/{id}/merge`, "合并SEO标签", edit, {
    body: z.object({ into_id: field.reference("并入的标签", "seo_tags"), version: field.version() }),
    reply: TagRow,
  }),
};

/** How many estates online a search finds, and the first of them: said while it is being built, for tags, sections and other pages. */
export const filterCount = {
  count: endpoint("GET /api/seo/estate-count", "筛选条件房源数", [view, "seo:section:view", "special:page:view"], {
    query: z.object(publicEstateFilters),
    reply: z.object({
      total: z.int(),
      total_capped: z.boolean(),
      list: z.array(EstateCard.pick({ id: true, title: true, facts: true })),
    }),
  }),
};

export const seoTagScreens = {
  "/seo/tagList": listAndRecord(seoTag.list, seoTag.get),
} satisfies Record<string, ScreenData>;
