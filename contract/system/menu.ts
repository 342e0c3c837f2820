import { z } from "zod";
import { endpoint } from "../endpoint";
import * as field from "../field";

/** The signs that an entry of the menu may have, by the names of the screen map. */
export const menuIcons = {
  dashboard: "看板",
  analysis: "饼图",
  agent: "代理",
  inquiry: "对话",
  customer: "客户",
  deal: "合同",
  house: "房屋",
  clue: "链接",
  notification: "铃铛",
  article: "文章",
  resources: "喇叭",
  region: "地图",
  seo: "搜索",
  special: "星标",
  system: "设置",
} as const;
export type MenuIconName = keyof typeof menuIcons;

const icon = field.choice("图标", menuIcons);

const MenuDefault = z.object({ title: z.string(), icon: icon.nullable(), sort: z.int() });

const MenuEntry = z.object({
  code: z.string(),
  parent: z.string().nullable(),
  title: z.string(),
  icon: icon.nullable(),
  visible: z.boolean(),
  sort: z.int(),
  default: MenuDefault,
  /** This page itself cannot be hidden, nor its group. */
  can: field.can("hide"),
});
export type MenuEntry = z.output<typeof MenuEntry>;

/** An edit of one entry as a whole; null takes the map's own. */
export const MenuEdit = z.object({
  code: z.string().max(100),
  title: field.optional(field.text("菜单名称", 30)),
  icon: field.optional(icon),
  visible: z.boolean({ error: "请选择是否显示" }).nullable().default(null).meta({ label: "菜单显示" }),
  sort: field.optional(field.integer("排序", 0, 9999)),
});
export type MenuEdit = z.output<typeof MenuEdit>;

export const menu = {
  list: endpoint("GET /api/system/menu", "菜单设置", "system:role:manage", { reply: z.array(MenuEntry) }),
  update: endpoint("PUT /api/system/menu", "编辑菜单", "system:role:manage", {
    /** Entries that are not named stay as they are. */
    body: z.object({
      items: z.array(MenuEdit).min(1, "请选择菜单").max(200, "一次最多修改200项").meta({ label: "菜单" }),
    }),
    reply: z.array(MenuEntry),
  }),
};
