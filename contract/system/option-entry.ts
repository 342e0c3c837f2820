import { z } from "zod";
import { keyword, listQuery, oneOf, page } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { dictionaryScenes } from "../shared/option";

export const optionStatuses = { enabled: "启用", disabled: "停用" } as const;

/** The colours of a label, named as the theme names them. */
export const optionColors = {
  brand: "蓝色",
  cyan: "青色",
  teal: "蓝绿",
  green: "绿色",
  grape: "紫色",
  orange: "橙色",
  red: "红色",
  yellow: "黄色",
  gray: "灰色",
} as const;

/** What may be changed of a dictionary entry; records hold its value, which therefore stays. */
export const OptionUpdate = z.object({
  label: field.text("名称", 40),
  color: field.optional(field.choice("颜色", optionColors)),
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
  status: field.choice("状态", optionStatuses).default("enabled"),
});

export const OptionCreate = OptionUpdate.extend({
  scene: field.choice("分类", dictionaryScenes),
  value: field
    .optional(field.text("编码", 40).regex(/^[a-z][a-z0-9_]*$/, "编码须以小写字母开头，只含小写字母、数字和下划线"))
    .meta({ control: "text", help: "保存后不能修改；留空则由名称的拼音生成" }),
});

export const OptionRow = field.rowOf(OptionCreate, ["label", "color", "sort", "status"], {
  id: field.id(),
  /** One that the code has no more is kept as it is. */
  scene: z.string(),
  value: z.string(),
  updated_at: field.instant("修改时间"),
  /** One that came with the system may only be disabled. */
  can: field.can("edit", "delete"),
});
export type OptionColor = keyof typeof optionColors;
export type OptionStatus = keyof typeof optionStatuses;
export type OptionRow = z.output<typeof OptionRow>;

/** How many records hold it, counted up to ten thousand. */
const OptionDetail = OptionRow.extend({ usage: z.int(), usage_capped: z.boolean() });

const permission = "system:setting:manage";

export const optionEntry = {
  list: endpoint("GET /api/system/option", "字典列表", permission, {
    query: listQuery(
      { scene: oneOf(dictionaryScenes), keyword: keyword(), status: oneOf(optionStatuses) },
      ["sort", "label", "updated_at"],
      "sort",
    ),
    reply: page(OptionRow),
  }),
  get: endpoint("GET /api/system/option/{id}", "字典详情", permission, { reply: OptionDetail }),
  create: endpoint("POST /api/system/option", "新增字典项", permission, {
    body: OptionCreate,
    reply: z.object({ id: z.int() }),
  }),
  update: endpoint("PUT /api/system/option/{id}", "编辑字典项", permission, { body: OptionUpdate, reply: OptionRow }),
  remove: endpoint("DELETE /api/system/option/{id}", "删除字典项", permission, { reply: z.null() }),
};
