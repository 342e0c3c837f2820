import { z } from "zod";
import { isPlainText, keyword, listQuery, oneOf, page, pageSizes } from "../common";
import { publicRead } from "../content/public-content";
import { siteFigures } from "../content/site-figures";
import { type SearchPlatform, searchPlatforms } from "../customer/customer-user";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { recordEndpoints, statusEndpoints } from "../record-endpoints";
import { chosenRequest, listRequest, type ScreenData, screenData } from "../screen-data";

/** The use of a word: shown below the search box, shown in it, replaced by another in searches, or never shown. */
export const searchWordTypes = { hot: "热门", default: "默认占位", synonym: "同义", block: "屏蔽" } as const;
export type SearchWordType = keyof typeof searchWordTypes;

export const wordTargets = {
  none: "搜索结果",
  estate: "房源",
  article: "资讯",
  special: "专题",
  city: "城市",
  url: "网址",
} as const;
export type WordTarget = keyof typeof wordTargets;

const wordStatuses = { enabled: "启用", disabled: "停用" } as const;
export type SearchWordStatus = keyof typeof wordStatuses;

/** Its state at this moment, from its time and its status. */
const showings = { showing: "生效中", not_started: "未开始", ended: "已结束", off: "停用" } as const;
export type WordShowing = keyof typeof showings;

/** Of a word as people type it what it is compared and counted by; nothing of what may be somebody's number or address, or is no word. */
export function searchKey(text: string): string | undefined {
  const key = text.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
  const digits = key.match(/\p{Nd}/gu)?.length ?? 0;
  return key && [...key].length <= 30 && digits < 7 && !key.includes("@") && isPlainText(key) ? key : undefined;
}

export const SearchWordFields = z.object({
  word: field.text("词", 30),
  platform: field.optional(field.choice("平台", searchPlatforms)).meta({ help: "留空为全部平台" }),
  type: field.choice("类型", searchWordTypes),
  synonym_of: field.optional(field.reference("等同于", "search_words")).meta({ help: "搜索本词时，按所选的词查找" }),
  target_type: field.choice("点击后打开", wordTargets).default("none"),
  estate_id: field.optional(field.reference("目标房源", "estates")),
  article_id: field.optional(field.reference("目标资讯", "articles")),
  special_id: field.optional(field.reference("目标专题", "specials")),
  city_id: field.optional(field.reference("目标城市", "city_intros")),
  target_url: field
    .optional(
      z.url({ protocol: /^https?$/, error: "网址须以 http:// 或 https:// 开头" }).max(500, "网址不能超过500个字"),
    )
    .meta({ label: "目标网址", control: "text" }),
  weight: field.integer("权重", 0, 999).default(100).meta({ help: "大的在前" }),
  start_at: field.optional(field.instant("开始时间")).meta({ help: "留空为立即" }),
  end_at: field.optional(field.instant("结束时间")).meta({ help: "留空为长期" }),
});
export type SearchWordFields = z.output<typeof SearchWordFields>;

const wanted = {
  estate: ["estate_id", "请选择目标房源"],
  article: ["article_id", "请选择目标资讯"],
  special: ["special_id", "请选择目标专题"],
  city: ["city_id", "请选择目标城市"],
  url: ["target_url", "请输入目标网址"],
} as const;

function checkWord(value: SearchWordFields, context: z.RefinementCtx) {
  const wrong = (name: keyof SearchWordFields, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const { word, type, target_type, start_at, end_at } = value;
  if (word && searchKey(word) === undefined) wrong("word", "词不能含有“@”或七位以上数字");
  if (type === "synonym" && value.synonym_of === null) wrong("synonym_of", "请选择等同的词");
  if (type === "hot" && target_type !== "none") {
    const [name, message] = wanted[target_type];
    if (value[name] === null) wrong(name, message);
  }
  if (start_at && end_at && Date.parse(end_at) <= Date.parse(start_at)) wrong("end_at", "结束时间须晚于开始时间");
}
const SearchWordBody = SearchWordFields.superRefine(checkWord);

const count = (label: string) => z.int().meta({ label });

export const SearchWordRow = field.rowOf(
  SearchWordFields,
  ["word", "platform", "type", "weight", "start_at", "end_at"],
  {
    ...field.record(),
    /** The word that it replaces, the title of its target, or the address. */
    target: z.string().nullable().meta({ label: "目标" }),
    /** What it leads to is not on the site at present: the word is shown without the link. */
    is_target_hidden: z.boolean(),
    search_7d: count("7日搜索").meta({ figure: siteFigures.searches }),
    search_30d: count("30日搜索").meta({ figure: siteFigures.searches }),
    no_result_30d: count("30日无结果").meta({ figure: siteFigures.searches_in_vain }),
    showing: field.choice("生效", showings),
    status: field.choice("状态", wordStatuses),
    created_at: field.instant("创建时间"),
    can: field.can("edit", "enable", "disable", "delete"),
  },
);
export type SearchWordRow = z.output<typeof SearchWordRow>;

export const SearchWordDetail = SearchWordRow.extend(
  field.rowOf(
    SearchWordFields,
    ["synonym_of", "target_type", "estate_id", "article_id", "special_id", "city_id", "target_url"],
    {},
  ).shape,
);
export type SearchWordDetail = z.output<typeof SearchWordDetail>;

/** One of the most searched. */
export const WordStat = z.object({
  /** Its place among them. */
  id: z.int().meta({ label: "名次" }),
  word: z.string().meta({ label: "词" }),
  count: count("搜索次数"),
  no_result: count("无结果次数"),
  /** What the word is already; of every platform unless one is asked for. */
  types: z
    .array(z.enum(Object.keys(searchWordTypes) as [SearchWordType]))
    .meta({ label: "已设为", options: searchWordTypes }),
});
export type WordStat = z.output<typeof WordStat>;

export const statSpans = { 7: "近7天", 30: "近30天" } as const;
export const statKinds = { all: "全部搜索", no_result: "没有结果" } as const;
export const mostStats = 100;

const permission = "resource:keyword:manage";
const path = "/api/resource/keyword";

export const searchWord = {
  ...recordEndpoints(path, "搜索词", {
    ...{ kind: "search_word", permission },
    query: listQuery(
      {
        keyword: keyword(),
        /** With those of all platforms. */
        platform: oneOf(searchPlatforms),
        type: oneOf(searchWordTypes),
        status: oneOf(wordStatuses),
      },
      ["weight", "word", "search_30d", "created_at"],
      "-weight",
    ),
    where: { not: ["search_30d"] },
    page: page(SearchWordRow),
    record: SearchWordDetail,
    create: SearchWordBody,
    update: SearchWordFields.extend({ version: field.version() }).superRefine(checkWord),
  }),
  ...statusEndpoints(path, "搜索词", { permission, record: SearchWordRow }),
  /** The hundred most searched of the last days, today among them; of those that found nothing the ones that did so most. */
  stats: endpoint(`GET ${path}/numbers`, "搜索统计", permission, {
    query: z.object({
      page: z.coerce.number().int().min(1).max(mostStats).default(1),
      page_size: z.coerce.number().int().pipe(z.literal(pageSizes)).default(20),
      days: z.enum(["7", "30"]).default("7").meta({ label: "时间", options: statSpans }),
      kind: z.enum(["all", "no_result"]).default("all").meta({ label: "范围", options: statKinds }),
      platform: oneOf(searchPlatforms).meta({ label: "平台", options: searchPlatforms }),
    }),
    reply: page(WordStat),
  }),
};

export const publicSearchWord = {
  /** What the search box shows; a word that holds a blocked one is left out. */
  list: publicRead("GET /api/public/keyword", "搜索词（公开）", {
    query: z.object({
      platform: z
        .enum(Object.keys(searchPlatforms) as [SearchPlatform])
        .default("web")
        .meta({ label: "平台" }),
    }),
    reply: z.object({
      default: z.array(z.string()),
      hot: z.array(z.object({ word: z.string(), url: z.string().nullable() })),
      /** Each with the word to look for in its place. */
      synonyms: z.record(z.string(), z.string()),
    }),
  }),
};

export const searchWordTabs = { words: "搜索词", stats: "搜索统计" } as const;

export const searchWordScreens = {
  "/resources/keyword": screenData("list", (address) => {
    const isStats = address.search.get("tab") === "stats";
    return {
      words: isStats ? undefined : listRequest(searchWord.list, address),
      stats: isStats ? listRequest(searchWord.stats, address) : undefined,
      word: isStats ? undefined : chosenRequest(searchWord.get, address.search.get("edit")),
    };
  }),
} satisfies Record<string, ScreenData>;
