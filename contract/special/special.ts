import { z } from "zod";
import { ids, keyword, languages, listQuery, oneOf, page, queryDay, ref } from "../common";
import { contentCodes } from "../content/content-kinds";
import { countOf, itemRequests, seoFields, several, slug, slugEndpoint } from "../content/page-fields";
import { contentEndpoints, lifeDetail, lifeOf, listedStatuses } from "../content/publishing";
import { siteFigures } from "../content/site-figures";
import { channels } from "../customer/customer-user";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { entryKinds } from "../inquiry/inquiry-kinds";
import { checkSpan } from "../inquiry/tracker";
import { listData, screenData } from "../screen-data";
import { Modules, missingIn, moduleName } from "./modules";

export const specialTemplates = {
  estate_list: "房源合集",
  single: "单盘推广",
  visa: "签证+置业",
  event: "活动",
  city: "城市专题",
} as const;
export type SpecialTemplate = keyof typeof specialTemplates;

/** What the form of a page may ask of a visitor. */
export const formFields = {
  name: "姓名",
  phone: "手机号",
  wechat: "微信",
  email: "邮箱",
  budget: "预算",
  note: "留言",
} as const;
export type FormField = keyof typeof formFields;

/** By these a visitor can be answered. */
const contactFields: readonly FormField[] = ["phone", "wechat", "email"];

/** The most estates of a page. */
export const mostEstates = 50;

/** The most pages that a page is compared with. */
export const mostVariants = 3;
/** Visitors of a version from which on its conversion says something. */
export const fewestVisitors = 100;

/** Shown to visitors who have sent the form, where no other text was entered. */
export const usualSuccess = "提交成功，顾问会尽快与您联系。";

export const SpecialFields = z.object({
  name: field.text("名称", 40).meta({ help: "内部使用，访客看不到" }),
  title: field.text("标题", 60),
  template: field.choice("模板", specialTemplates).default("estate_list"),
  channel: field.choice("渠道", channels).default("internal").meta({ help: "本页追踪点的渠道" }),
  cover_id: field.optional(field.id("封面")).meta({ control: "media" }),
  cover_mobile_id: field.optional(field.id("手机封面")).meta({ control: "media", help: "留空用封面" }),
  start_at: field.optional(field.instant("开始时间")).meta({ help: "在此之前访客打不开，留空为发布即开始" }),
  end_at: field.optional(field.instant("结束时间")).meta({ help: "在此之后访客看到“活动已结束”，留空不结束" }),
  lang: field.choice("语言", languages).default("zh"),
  translation_of: field.optional(field.reference("译自", "specials")).meta({ help: "同一专题的其他语言版本" }),
  modules: Modules,
  estate_ids: several("房源", "estates", mostEstates),
  form_fields: field.choices("表单项目", formFields).default(["name", "phone"]),
  form_kind: field.choice("询盘类型", entryKinds).default("estate"),
  form_success: field.optional(field.text("提交后提示", 100)).meta({ help: `留空为“${usualSuccess}”` }),
  thanks_url: field.optional(field.pageAddress("提交后前往")).meta({ help: "留空为留在本页" }),
  form_consent: field.optional(field.text("同意说明", 200)).meta({ help: "表单下的一句话，留空用通用的一句" }),
  privacy: field.optional(field.longText("隐私说明", 5000)).meta({ help: "访客可在表单下展开阅读" }),
  variant_ids: several("对比页", "specials", mostVariants).meta({
    help: "访客打开本页时，按人每天固定看到本页或其中一页",
  }),
  slug: slug(),
  ...seoFields,
});
export type SpecialFields = z.output<typeof SpecialFields>;

export const SpecialWhole = SpecialFields.extend({
  cover_id: field.id("封面"),
  // Reported together with what else is missing.
  modules: Modules.superRefine((modules, context) => {
    const wrong = (message: string) => context.addIssue({ code: "custom", message });
    if (modules.length === 0) wrong("请添加模块");
    for (const [at, module] of modules.entries()) {
      const missing = missingIn(module);
      if (missing) wrong(`${moduleName(module, at)}：${missing.message}`);
    }
  }),
}).superRefine(({ modules, form_fields, start_at, end_at }, context) => {
  const wrong = (name: keyof SpecialFields, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (modules.some(({ type }) => type === "form") && !form_fields.some((name) => contactFields.includes(name)))
    wrong("form_fields", "手机号、微信、邮箱至少选择一项");
  if (start_at && end_at && Date.parse(end_at) <= Date.parse(start_at)) wrong("end_at", "结束时间应晚于开始时间");
});

/** Whether visitors may see it: not yet, now, or not any more. */
export const specialPhases = { waiting: "未开始", running: "进行中", ended: "已结束" } as const;

export const SpecialRow = field.rowOf(SpecialFields, ["name", "title", "template", "lang", "start_at", "end_at"], {
  ...lifeOf,
  slug: z.string().meta({ label: "网址别名" }),
  url: z.string().meta({ label: "链接" }),
  phase: field.choice("阶段", specialPhases),
  cover: z.string().nullable().meta({ label: "封面" }),
  estate_count: countOf("房源数"),
  view_count: countOf("PV", siteFigures.views),
  uv_count: countOf("UV", siteFigures.visitors),
  inquiry_count: countOf("询盘", siteFigures.inquiries),
  /** Inquiries of a hundred visitors; null where there was none. */
  conversion: z.number().nullable().meta({ label: "转化率", unit: "%", figure: siteFigures.conversion }),
  deal_count: countOf("成交", siteFigures.deals),
});
export type SpecialRow = z.output<typeof SpecialRow>;

export const SpecialDetail = SpecialRow.extend({
  ...field.rowOf(
    SpecialFields,
    [
      ...([
        "channel",
        "cover_id",
        "cover_mobile_id",
        "translation_of",
        "estate_ids",
        "form_fields",
        "form_kind",
      ] as const),
      ...(["form_success", "thanks_url", "form_consent", "privacy", "variant_ids"] as const),
      ...(["seo_title", "seo_desc", "seo_keywords"] as const),
    ],
    {},
  ).shape,
  modules: Modules,
  ...lifeDetail,
  tracker: ref.extend({ code: z.string() }).nullable(),
  cover_mobile: z.string().nullable(),
  /** Pictures of its modules by their numbers: small addresses that hold until the end of tomorrow. */
  pictures: z.array(z.object({ id: z.int(), url: z.string() })),
  translations: z.array(ref.extend({ lang: z.string() })),
});
export type SpecialDetail = z.output<typeof SpecialDetail>;
export const SpecialRecord = SpecialDetail;

const DayFigures = z.object({
  pv: countOf("PV"),
  uv: countOf("UV"),
  inquiries: countOf("询盘"),
  deals: countOf("成交"),
});
/** One version of a compared page: itself, or one of the pages that it is compared with. */
const VersionFigures = ref.extend({
  visitors: countOf("UV"),
  inquiries: countOf("询盘"),
  /** Null with fewer than a hundred visitors. */
  conversion: z.number().nullable(),
});
const SpecialStats = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(DayFigures.extend({ date: z.string().meta({ label: "日期" }) })),
  total: DayFigures.extend({ conversion: z.number().nullable() }),
  /** The versions of a compared page, itself first; else empty. */
  versions: z.array(VersionFigures),
});
export type SpecialStats = z.output<typeof SpecialStats>;

const path = "/api/seo/special";
const { view, edit, publish } = contentCodes.special;

const cardSorts = ["inquiry_count", "uv_count", "publish_at"] as const;

export const special = {
  ...contentEndpoints(path, "专题", {
    ...{ kind: "special", view, edit, publish, fields: SpecialFields, record: SpecialDetail, page: page(SpecialRow) },
    query: listQuery(
      {
        keyword: keyword(),
        template: oneOf(specialTemplates),
        status: oneOf(listedStatuses).meta({ label: "状态" }),
      },
      ["updated_at", "publish_at", "created_at", "view_count", "uv_count", "inquiry_count"],
      "-updated_at",
    ),
    where: { more: { name: SpecialRow.shape.name, title: SpecialRow.shape.title }, not: ["status"] },
  }),
  slug: slugEndpoint(path, "专题", edit),
  copy: endpoint(`POST ${path}/{id}/copy`, "复制专题", edit, { reply: z.object({ id: z.int() }) }),
  /** Adds estates after a page's own. On a public page only with the publish right; others' additions go to the draft copy. */
  addEstates: endpoint(`POST ${path}/estate`, "加入专题", edit, {
    body: z.object({
      special_id: field.reference("专题", "specials"),
      estate_ids: ids(mostEstates).meta({ label: "房源" }),
    }),
    reply: z.object({
      title: z.string(),
      /** Those that it had already are not counted. */
      added: z.int(),
      /** They wait in the draft copy. */
      is_draft: z.boolean(),
    }),
  }),
  /** Ends a comparison: the page goes on as it is, or with all that visitors see of another version. */
  settle: endpoint(`POST ${path}/{id}/settle`, "结束专题对比", publish, {
    body: z.object({ version: field.version(), winner_id: field.id("采用") }),
    reply: z.object({ id: z.int() }),
  }),
  /** Day by day; thirty days where nothing else is asked for. */
  stats: endpoint(`GET ${path}/{id}/numbers`, "专题数据", view, {
    query: z.object({ from: queryDay(), to: queryDay() }).superRefine(checkSpan),
    reply: SpecialStats,
  }),
  qrcode: endpoint(`GET ${path}/{id}/qrcode`, "专题二维码", view, {
    query: z.object({ format: z.enum(["svg", "png"]).default("svg") }),
    reply: file,
  }),
  /** Those that are public, or were, as cards. */
  cards: endpoint(`GET ${path}/cards`, "专题落地页", view, {
    query: listQuery(
      { phase: oneOf(specialPhases).meta({ label: "状态" }), template: oneOf(specialTemplates) },
      cardSorts,
      "-inquiry_count",
    ),
    where: { not: ["phase"] },
    reply: page(SpecialRow),
  }),
};

export const specialScreenData = {
  "/specialEstate/special": listData(special.list),
  "/specialEstate/special/edit-special": screenData("page", itemRequests(special)),
  "/specialEstate/specialList": listData(special.cards),
};
