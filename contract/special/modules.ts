import { z } from "zod";
import { several } from "../content/page-fields";
import { richText } from "../content/rich-text";
import * as field from "../field";
import { EstateFilter } from "../house/public-filter";

export const moduleTypes = {
  banner: "横幅",
  text: "文本",
  picture: "图片",
  estates: "房源",
  table: "表格",
  faq: "常见问题",
  video: "视频",
  form: "表单",
  map: "位置",
  countdown: "倒计时",
  cta: "行动按钮",
} as const;
export type ModuleType = keyof typeof moduleTypes;

export const mostModules = 20;
/** Rows that a module of estates shows by a rule, at most. */
export const mostRuled = 20;

export const estateSources = { manual: "手动", rule: "规则" } as const;
export const estateSorts = {
  sort: "推荐顺序",
  "-created_at": "最新上架",
  price_min: "总价从低到高",
  "-price_min": "总价从高到低",
  "-gross_yield": "回报率从高到低",
  completion_at: "竣工最早",
} as const;
export type EstateSort = keyof typeof estateSorts;

export const videoFrom = { video: "视频库", link: "外链" } as const;
export const callTargets = { form: "到表单", url: "打开网址", phone: "拨打电话" } as const;

const heading = () => field.optional(field.text("标题", 40));
const picture = (label: string) => field.optional(field.id(label)).meta({ control: "media" });
const buttonText = () => field.optional(field.text("按钮文字", 12));
const address = (label: string) =>
  field.optional(
    z
      .url({ protocol: /^https?$/, error: `${label}须为完整的网址` })
      .max(500, `${label}不能超过500个字`)
      .meta({ label, control: "text" }),
  );

const Question = z.object({ q: field.text("问题", 60), a: field.longText("回答", 500) });

const cells = (label: string, max: number) =>
  z.array(z.string().trim().max(max, `${label}每格不能超过${max}个字`)).max(6, `${label}最多6列`);

/** What each type says of itself. A page that is being written need not be whole; what its publication wants is asked for below. */
export const moduleProps = {
  banner: z.object({
    title: heading(),
    sub_title: field.optional(field.text("副标题", 80)),
    media_id: picture("图片"),
    mobile_media_id: picture("手机图片"),
    button_text: buttonText().meta({ help: "点击到表单，留空不显示" }),
  }),
  text: z.object({ title: heading(), content: field.optional(richText("内容", 0)) }),
  picture: z.object({
    media_id: picture("图片"),
    alt: field.optional(field.text("图片说明", 60)),
    url: address("链接网址"),
  }),
  estates: z.object({
    title: heading(),
    source: field.choice("取数", estateSources).default("manual"),
    estate_ids: several("房源", "estates", 20).meta({ help: "留空则为本页“房源”中选的全部" }),
    filter: EstateFilter.default({}).meta({ label: "筛选条件" }),
    sort: field.choice("顺序", estateSorts).default("sort"),
    limit: field.integer("数量", 1, mostRuled).default(6),
  }),
  table: z.object({
    title: heading(),
    head: cells("表头", 20).default([]).meta({ label: "表头" }),
    rows: z.array(cells("表格", 60)).max(30, "表格最多30行").default([]).meta({ label: "表格" }),
  }),
  faq: z.object({
    title: heading(),
    items: z.array(Question).max(20, "问答最多20条").default([]).meta({ label: "问答", control: "rows" }),
  }),
  video: z.object({
    title: heading(),
    source: field.choice("来源", videoFrom).default("video"),
    video_id: field.optional(field.reference("视频", "videos")),
    url: address("视频地址").meta({ help: "播放器的嵌入地址，须在允许的视频站点内" }),
  }),
  form: z.object({ title: heading(), note: field.optional(field.text("说明", 100)), button_text: buttonText() }),
  map: z.object({
    title: heading(),
    address: field.optional(field.text("地址", 120)),
    lat: field.optional(
      z.number().min(-90, "纬度不正确").max(90, "纬度不正确").meta({ label: "纬度", control: "number", decimals: 7 }),
    ),
    lng: field.optional(
      z.number().min(-180, "经度不正确").max(180, "经度不正确").meta({ label: "经度", control: "number", decimals: 7 }),
    ),
    note: field.optional(field.longText("交通说明", 200)),
  }),
  countdown: z.object({
    title: heading(),
    until: field.optional(field.instant("截止时间")),
    ended_text: field.optional(field.text("结束后显示", 40)),
  }),
  cta: z.object({
    title: heading(),
    text: field.optional(field.longText("说明", 200)),
    button_text: buttonText(),
    target: field.choice("点击", callTargets).default("form"),
    url: address("网址"),
    phone: field.optional(
      z
        .string()
        .trim()
        .regex(/^\+?[\d\s-]{5,20}$/, "电话只能由数字、空格和 - 组成")
        .meta({ label: "电话", control: "text" }),
    ),
  }),
} as const satisfies Record<ModuleType, z.ZodObject>;

const moduleOf = <const T extends ModuleType>(type: T) =>
  z.object({ type: z.literal(type), props: moduleProps[type] as (typeof moduleProps)[T] });

export const Module = z.discriminatedUnion(
  "type",
  [
    moduleOf("banner"),
    moduleOf("text"),
    moduleOf("picture"),
    moduleOf("estates"),
    moduleOf("table"),
    moduleOf("faq"),
    moduleOf("video"),
    moduleOf("form"),
    moduleOf("map"),
    moduleOf("countdown"),
    moduleOf("cta"),
  ],
  { error: "模块类型不正确" },
);
export type Module = z.output<typeof Module>;
export type ModuleOf<T extends ModuleType> = Extract<Module, { type: T }>;
export type PropsOf<T extends ModuleType> = ModuleOf<T>["props"];

export const Modules = z.array(Module).max(mostModules, `模块最多${mostModules}个`).default([]).meta({ label: "模块" });

/** A module as it is added: with what its type begins with. */
export const beginModule = (type: ModuleType): Module => Module.parse({ type, props: {} });

/** What a publication still wants of a module, by the name of what is missing. */
export function missingIn(module: Module): { name: string; message: string } | undefined {
  const { type, props } = module;
  switch (type) {
    case "banner":
    case "picture":
      return props.media_id === null ? { name: "media_id", message: "请上传图片" } : undefined;
    case "text":
      return props.content === null ? { name: "content", message: "请输入内容" } : undefined;
    case "table":
      return props.rows.length === 0 ? { name: "rows", message: "请填写表格" } : undefined;
    case "faq":
      return props.items.length === 0 ? { name: "items", message: "请填写问答" } : undefined;
    case "video":
      if (props.source === "video")
        return props.video_id === null ? { name: "video_id", message: "请选择视频" } : undefined;
      return props.url === null ? { name: "url", message: "请输入视频地址" } : undefined;
    case "map":
      return props.address === null ? { name: "address", message: "请输入地址" } : undefined;
    case "countdown":
      return props.until === null ? { name: "until", message: "请选择截止时间" } : undefined;
    case "cta":
      if (props.button_text === null) return { name: "button_text", message: "请输入按钮文字" };
      if (props.target === "url" && props.url === null) return { name: "url", message: "请输入网址" };
      return props.target === "phone" && props.phone === null ? { name: "phone", message: "请输入电话" } : undefined;
    case "estates":
    case "form":
      return undefined;
  }
}

export const moduleName = (module: Module, at: number): string =>
  `第${at + 1}个模块（${moduleTypes[module.type]}${module.type !== "picture" && module.props.title ? `·${module.props.title}` : ""}）`;

/** What a page of each template begins with. */
const beginnings = {
  estate_list: ["banner", "text", "estates", "faq", "form"],
  single: ["banner", "estates", "text", "map", "picture", "form"],
  visa: ["banner", "text", "table", "faq", "form"],
  event: ["banner", "countdown", "text", "form"],
  city: ["banner", "text", "estates", "map", "form"],
} as const satisfies Record<string, readonly ModuleType[]>;

export const beginningOf = (template: keyof typeof beginnings): Module[] => beginnings[template].map(beginModule);
