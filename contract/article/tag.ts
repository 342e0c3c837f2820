import { z } from "zod";
import { keyword, listQuery, oneOf, page } from "../common";
import { slug } from "../content/page-fields";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { recordEndpoints, statusEndpoints } from "../record-endpoints";
import { chosenRequest, listRequest, type ScreenData, screenData } from "../screen-data";
import { category, wordStatuses } from "./category";

export const tagColors = {
  gray: "灰",
  blue: "蓝",
  cyan: "青",
  teal: "蓝绿",
  green: "绿",
  yellow: "黄",
  orange: "橙",
  red: "红",
  pink: "粉",
  grape: "紫",
} as const;
export type TagColor = keyof typeof tagColors;

export const TagFields = z.object({
  name: field.text("名称", 20),
  color: field.choice("颜色", tagColors).default("gray"),
  slug: slug().meta({ help: "留空按名称拼音生成" }),
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
});
export type TagFields = z.output<typeof TagFields>;

export const TagRow = field.rowOf(TagFields, ["name", "color", "sort"], {
  ...field.record(),
  slug: z.string().meta({ label: "网址别名" }),
  use_count: z.int().meta({ label: "使用数" }),
  status: field.choice("状态", wordStatuses),
  can: field.can("edit", "enable", "disable", "delete", "merge"),
});
export type TagRow = z.output<typeof TagRow>;

export const TagRef = z.object({ id: z.int(), name: z.string(), color: field.choice("颜色", tagColors) });
export type TagRef = z.output<typeof TagRef>;

const permission = "article:tag:manage";
const path = "/api/article/tag";

export const tag = {
  ...recordEndpoints(path, "资讯标签", {
    ...{ kind: "article_tag", permission },
    query: listQuery(
      { keyword: keyword(), status: oneOf(wordStatuses) },
      ["sort", "name", "use_count", "created_at"],
      "sort",
    ),
    where: { not: ["use_count"] },
    page: page(TagRow),
    record: TagRow,
    create: TagFields,
    update: TagFields.extend({ version: field.version() }),
  }),
  ...statusEndpoints(path, "资讯标签", { permission, record: TagRow }),
  /** Its articles get the other one, and its old address leads there. It is not undone. */
  merge: endpoint(`POST ${path}/{id}/merge`, "合并资讯标签", permission, {
    body: z.object({ into_id: field.reference("并入的标签", "article_tags"), version: field.version() }),
    reply: TagRow,
  }),
};

export const tagTabs = { tag: "标签", category: "分类管理" } as const;

/** `?tab=category` has the categories; `?edit=7` the form of one of what the tab lists. */
export const tagScreens = {
  "/article/news-tag": screenData("list", (address) => {
    const isCategory = address.search.get("tab") === "category";
    const edit = address.search.get("edit");
    return {
      tags: isCategory ? undefined : listRequest(tag.list, address),
      tag: isCategory ? undefined : chosenRequest(tag.get, edit),
      categories: isCategory ? listRequest(category.list, address) : undefined,
      category: isCategory ? chosenRequest(category.get, edit) : undefined,
    };
  }),
} satisfies Record<string, ScreenData>;
