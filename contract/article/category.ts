import { z } from "zod";
import { keyword, listQuery, oneOf, page, queryId, ref } from "../common";
import { slug } from "../content/page-fields";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { recordEndpoints, statusEndpoints } from "../record-endpoints";

export const wordStatuses = { enabled: "启用", disabled: "停用" } as const;
export type WordStatus = keyof typeof wordStatuses;

/** A category of articles: of the first level, or below one of it. */
export const CategoryFields = z.object({
  name: field.text("名称", 30),
  parent_id: field.optional(field.reference("上级分类", "article_categories")).meta({ help: "留空为一级分类" }),
  slug: slug().meta({ help: "留空按名称拼音生成" }),
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
});
export type CategoryFields = z.output<typeof CategoryFields>;

export const CategoryRow = field.rowOf(CategoryFields, ["name", "parent_id", "sort"], {
  ...field.record(),
  slug: z.string().meta({ label: "网址别名" }),
  level: z.int().meta({ label: "层级" }),
  parent: ref.nullable().meta({ label: "上级分类" }),
  child_count: z.int().meta({ label: "下级数" }),
  /** Articles of its own, in whichever state. */
  use_count: z.int().meta({ label: "文章数" }),
  status: field.choice("状态", wordStatuses),
  can: field.can("edit", "enable", "disable", "delete"),
});
export type CategoryRow = z.output<typeof CategoryRow>;

const permission = "article:tag:manage";
const path = "/api/article/category";

export const category = {
  ...recordEndpoints(path, "资讯分类", {
    ...{ kind: "article_category", permission },
    query: listQuery(
      { keyword: keyword(), parent_id: queryId(), status: oneOf(wordStatuses) },
      ["sort", "name", "created_at"],
      "sort",
    ),
    where: { not: ["parent_id"] },
    /** Categories of the first level, each followed by those below it, unless a filter or another order is asked for. */
    page: page(CategoryRow),
    record: CategoryRow,
    create: CategoryFields,
    update: CategoryFields.extend({ version: field.version() }),
  }),
  ...statusEndpoints(path, "资讯分类", { permission, record: CategoryRow }),
  /** What refers to it goes over to another of the same level, and its old address leads there. */
  merge: endpoint(`POST ${path}/{id}/merge`, "合并资讯分类", permission, {
    body: z.object({ into_id: field.reference("并入的分类", "article_categories"), version: field.version() }),
    reply: CategoryRow,
  }),
};
