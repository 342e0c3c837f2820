import { z } from "zod";
import { csv, keyword, languages, listQuery, oneOf, page, queryDay } from "../common";
import { siteFigures } from "../content/site-figures";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { checkSpan } from "../inquiry/tracker";
import { recordEndpoints, statusEndpoints } from "../record-endpoints";
import { chosenRequest, listData, screenData } from "../screen-data";
import type { Scene } from "../shared/option";
import { onPlatforms, siteAddress, sitePlatforms, sortedIds } from "./placing";

export const bannerPositions = {
  home_top: "首页顶部",
  home_middle: "首页中部",
  list_top: "列表页",
  detail_side: "详情侧栏",
  app_splash: "开屏",
  app_popup: "弹窗",
} as const;
export type BannerPosition = keyof typeof bannerPositions;

/** What a banner leads to: nothing, an address, or a record, which is searched in its scene and shown as its card source says (server/resources/resource/cards). A kind that comes adds its line. */
export const linkKinds = {
  none: { label: "无" },
  url: { label: "链接" },
  estate: { label: "房源", scene: "estates" },
  article: { label: "资讯", scene: "articles" },
  special: { label: "专题", scene: "specials" },
  city: { label: "城市", scene: "city_intros" },
  video: { label: "视频", scene: "videos" },
} as const satisfies Record<string, { label: string; scene?: Scene }>;
export type LinkType = keyof typeof linkKinds;
/** Those that lead to a record. */
export type LinkedRecord = Exclude<LinkType, "none" | "url">;

/** The scene in which a link's record is searched. */
export const linkScene = (type: unknown): Scene | undefined => {
  const kind: { label: string; scene?: Scene } | undefined = linkKinds[type as LinkType];
  return kind?.scene;
};

export const linkTypes = Object.fromEntries(
  Object.entries(linkKinds).map(([type, { label }]) => [type, label]),
) as Record<LinkType, string>; // the same keys

export const bannerStatuses = { draft: "草稿", enabled: "启用", disabled: "停用" } as const;
export type BannerStatus = keyof typeof bannerStatuses;

/** The display state of an enabled banner at present. */
export const bannerDisplays = { not_started: "未开始", showing: "展示中", ended: "已结束" } as const;
export type BannerDisplay = keyof typeof bannerDisplays;

/** A banner's places, readers and times. */
const placing = {
  platform: onPlatforms(),
  position: field.choice("位置", bannerPositions),
  countries: field.optionValues("国家/地区", "countries", 50).meta({ help: "留空为不限" }),
  lang: field.optional(field.choice("语言", languages)).meta({ help: "留空为不限" }),
  start_at: field.instant("开始时间"),
  end_at: field.optional(field.instant("结束时间")).meta({ help: "留空为一直展示" }),
};

export const BannerFields = z.object({
  title: field.text("标题", 30),
  image_id: field.id("图片").meta({ control: "media" }),
  image_mobile_id: field
    .optional(field.id("手机图片"))
    .meta({ control: "media", help: "手机上的图片，留空用上面的图片" }),
  link_type: field.choice("链接类型", linkTypes).default("none"),
  link_value: field.optional(field.text("链接内容", 500)),
  ...placing,
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
});
export type BannerFields = z.output<typeof BannerFields>;

/** A new banner is shown from now on unless the form says otherwise. */
const begun = { start_at: field.now("开始时间") };

type Span = { start_at: string | null; end_at: string | null };

function checkTimes({ start_at, end_at }: Span, context: z.RefinementCtx) {
  if (end_at && start_at && Date.parse(end_at) <= Date.parse(start_at))
    context.addIssue({ code: "custom", path: ["end_at"], message: "结束时间应晚于开始时间" });
}

const urlLink = siteAddress("链接");

function checkBanner(value: Omit<BannerFields, "start_at"> & Span, context: z.RefinementCtx) {
  checkTimes(value, context);
  const { link_type, link_value } = value;
  const wrong = (message: string) => context.addIssue({ code: "custom", path: ["link_value"], message });
  if (link_type === "none") return;
  if (!link_value) return wrong(link_type === "url" ? "请输入链接" : `请选择${linkTypes[link_type]}`);
  if (link_type === "url") {
    const [issue] = urlLink.safeParse(link_value).error?.issues ?? [];
    if (issue) wrong(issue.message);
  } else if (!/^[1-9]\d{0,14}$/.test(link_value)) wrong(`请选择${linkTypes[link_type]}`);
}

const { shape } = BannerFields;
const count = (label: string) => z.int().meta({ label });
const rate = () => z.number().nullable().meta({ label: "点击率", unit: "%" });

export const BannerRow = field.rowOf(BannerFields, ["title", "platform", "position", "countries", "lang", "sort"], {
  ...field.record(),
  image: z.string().meta({ label: "图片" }),
  link: z
    .object({
      type: z.enum(Object.keys(linkKinds) as [LinkType]),
      /** An address, or what the record is called. */
      name: z.string().nullable(),
      /** Whether visitors reach it now; what they do not is left out of what they get. */
      is_live: z.boolean(),
    })
    .meta({ label: "链接" }),
  start_at: field.read(shape.start_at, { label: "开始" }),
  end_at: field.read(shape.end_at, { label: "结束" }),
  impressions: count("曝光").meta({ figure: siteFigures.impressions }),
  clicks: count("点击").meta({ figure: siteFigures.clicks }),
  ctr: rate().meta({ figure: siteFigures.click_rate }),
  display: field.choice("展示状态", bannerDisplays).nullable(),
  status: field.choice("状态", bannerStatuses),
  created_at: field.instant("创建时间"),
  can: field.can("edit", "enable", "disable", "delete"),
});
export type BannerRow = z.output<typeof BannerRow>;

export const BannerDetail = BannerRow.extend({
  ...field.rowOf(BannerFields, ["image_id", "image_mobile_id", "link_type", "link_value"], {}).shape,
  image_url: z.string(),
  image_mobile_url: z.string().nullable(),
});
export type BannerDetail = z.output<typeof BannerDetail>;

/** Where a banner would be shown. */
export const BannerPlace = z
  .object({ ...placing, ...begun, exclude_id: field.optional(field.id("轮播图")) })
  .superRefine(checkTimes);
export type BannerPlace = z.output<typeof BannerPlace>;

const BannerCheck = z.object({
  /** Others that are enabled and that somebody would see together with it at some moment. */
  overlaps: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      platform: z.array(z.enum(Object.keys(sitePlatforms) as [keyof typeof sitePlatforms])),
      start_at: z.string(),
      end_at: z.string().nullable(),
    }),
  ),
  /** As many as one visitor would then see at once at most, it among them. */
  most: z.int(),
  max: z.int(),
});
export type BannerCheck = z.output<typeof BannerCheck>;

const DayFigures = z.object({ impressions: count("曝光"), clicks: count("点击"), ctr: rate() });
const BannerStats = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(DayFigures.extend({ date: z.string().meta({ label: "日期" }) })),
  total: DayFigures,
});
export type BannerStats = z.output<typeof BannerStats>;

const permission = "resource:banner:manage";
const path = "/api/resource/carousel";

export const banner = {
  ...recordEndpoints(path, "轮播图", {
    ...{ kind: "banner", permission },
    query: listQuery(
      {
        keyword: keyword(),
        platform: oneOf(sitePlatforms),
        position: oneOf(bannerPositions),
        display: oneOf(bannerDisplays),
        status: oneOf(bannerStatuses),
        country: csv(z.string().length(2)),
      },
      ["sort", "start_at", "end_at", "impressions", "clicks", "created_at"],
      "sort",
    ),
    where: { not: ["platform", "display", "country"] },
    page: page(BannerRow),
    record: BannerDetail,
    create: BannerFields.extend(begun).superRefine(checkBanner),
    update: BannerFields.extend({ version: field.version() }).superRefine(checkBanner),
  }),
  ...statusEndpoints(path, "轮播图", { permission, record: BannerDetail }),
  /** Banners of one position in their new order: all of them, or some, which then take each other's places. */
  sort: endpoint(`PUT ${path}/sort`, "轮播图排序", permission, {
    body: z.object({ ids: sortedIds("轮播图") }),
    reply: z.object({ count: z.int() }),
  }),
  check: endpoint(`POST ${path}/check`, "检查展示数量", permission, {
    isRead: true,
    body: BannerPlace,
    reply: BannerCheck,
  }),
  /** The last 30 days unless others are asked for. */
  stats: endpoint(`GET ${path}/{id}/numbers`, "轮播图数据", permission, {
    query: z.object({ from: queryDay(), to: queryDay() }).superRefine(checkSpan),
    reply: BannerStats,
  }),
};

export const bannerScreens = {
  "/resources/banner": listData(banner.list),
  "/resources/banner/deployBanner": screenData("page", ({ search }) => ({
    record: chosenRequest(banner.get, search.get("id")),
  })),
};
