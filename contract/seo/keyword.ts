import { z } from "zod";
import {
  batchReply,
  bit,
  chosenIds,
  csv,
  ids,
  keyword as keywordQuery,
  languages,
  listQuery,
  oneOf,
  page,
  queryDay,
  queryId,
  ref,
} from "../common";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { recordEndpoints } from "../record-endpoints";
import { listAndRecord, type ScreenData } from "../screen-data";
import { importEndpoints } from "../shared/import-endpoints";
import { ImportTask } from "../shared/import-task";
import { pageAddress } from "./section-content";
import { keywordIntents, keywordStatuses, rankSources } from "./seo-kinds";

/** A rank that can be known: further down nobody looks. */
export const lastRank = 500;

const groupName = () => field.text("分组", 30);

export const KeywordFields = z.object({
  word: field.text("词", 40),
  lang: field.choice("语言", languages).default("zh"),
  intent: field.choice("意图", keywordIntents),
  group_name: field.optional(groupName()),
  target_url: field.optional(pageAddress("目标页")).meta({ help: "以 / 开头的站内地址，或完整的网址" }),
  volume: field.optional(field.integer("搜索量", 0, 100_000_000)).meta({ help: "每月" }),
  difficulty: field.optional(field.integer("难度", 0, 100)),
  owner_id: field.optional(field.reference("负责人", "users")),
  link_text: z
    .boolean()
    .default(false)
    .meta({ label: "自动内链", control: "switch", help: "文章里出现这个词时，自动链接到目标页" }),
  max_per_article: field.integer("每篇最多链接", 1, 5).default(1).meta({ unit: "次" }),
});
export type KeywordFields = z.output<typeof KeywordFields>;

const checkKeyword = (
  { link_text, target_url }: Pick<KeywordFields, "link_text" | "target_url">,
  context: z.RefinementCtx,
) => {
  if (link_text && !target_url)
    context.addIssue({ code: "custom", path: ["target_url"], message: "自动内链需要目标页" });
};

const rowFields = [
  ...(["word", "lang", "intent", "group_name", "target_url", "volume", "difficulty"] as const),
  ...(["owner_id", "max_per_article"] as const),
] as const;

export const KeywordRow = field.rowOf(KeywordFields, rowFields, {
  ...field.record(),
  link_text: field.read(KeywordFields.shape.link_text, { label: "内链" }),
  /** Of the last day that is known; null where it was not found, or nobody has looked. */
  rank_current: z.int().nullable().meta({ label: "当前排名" }),
  /** What it was the day before that is known. */
  rank_before: z.int().nullable(),
  rank_best: z.int().nullable().meta({ label: "最佳" }),
  rank_at: field.day("排名日期").nullable(),
  owner: ref.nullable().meta({ label: "负责人", isPerson: true }),
  status: field.choice("状态", keywordStatuses),
  created_at: field.instant("创建时间"),
  can: field.can("edit", "delete", "rank", "pause", "resume", "done"),
});
export type KeywordRow = z.output<typeof KeywordRow>;

const rankQuery = () => z.coerce.number().int().min(1).max(lastRank).optional();

const filters = {
  keyword: keywordQuery(),
  intent: oneOf(keywordIntents),
  group_name: csv(z.string().trim().max(30)).meta({ label: "分组", scene: "seo_keyword_groups" }),
  status: oneOf(keywordStatuses),
  rank_current_min: rankQuery(),
  rank_current_max: rankQuery(),
  lang: oneOf(languages),
  owner_id: queryId().meta({ label: "负责人" }),
  link_text: bit().meta({ label: "内链" }),
};
const sorts = ["created_at", "word", "volume", "difficulty", "rank_current", "rank_best", "rank_at"] as const;

const where = { row: KeywordRow, more: { target_url: KeywordRow.shape.target_url } };

const path = "/api/seo/keyword";
const view = "seo:keyword:view";
const edit = "seo:keyword:edit";
const publish = "seo:keyword:publish";

export const KeywordRank = z.object({
  date: field.day("日期"),
  /** Null where it was not among the results. */
  rank: z.int().nullable().meta({ label: "排名" }),
  source: field.choice("来源", rankSources),
});
export type KeywordRank = z.output<typeof KeywordRank>;

export const RankEntry = z.object({
  keyword_id: field.id("关键词"),
  date: field.day("日期"),
  rank: field.optional(field.integer("排名", 1, lastRank)).meta({ help: "留空为未进排名" }),
});

const act = <const N extends "pause" | "resume" | "done">(name: N, summary: string) =>
  endpoint(`PATCH ${path}/{id}/${name}`, `${summary}SEO关键词`, publish, { reply: KeywordRow });

export const seoKeyword = {
  ...recordEndpoints(path, "SEO关键词", {
    ...{ kind: "seo_keyword", permission: view, write: edit },
    query: listQuery(filters, sorts, "-created_at"),
    page: page(KeywordRow),
    where,
    record: KeywordRow,
    create: KeywordFields.superRefine(checkKeyword),
    update: KeywordFields.extend({ version: field.version() }).superRefine(checkKeyword),
  }),
  pause: act("pause", "暂停"),
  /** Back from a pause, or from what was reached. */
  resume: act("resume", "恢复监测"),
  done: act("done", "达成"),
  /** Its ranks of these days, the oldest first; of the last year unless said. */
  ranks: endpoint(`GET ${path}/{id}/rank`, "SEO关键词排名", view, {
    kind: "seo_keyword",
    query: z.object({ from: queryDay(), to: queryDay() }),
    reply: z.object({ list: z.array(KeywordRank) }),
  }),
  /** A day that is there already is written anew. */
  rank: endpoint(`POST ${path}/rank`, "新增排名", edit, {
    body: z.object({
      items: z.array(RankEntry).min(1, "请填写排名").max(500, "一次最多500条").meta({ label: "排名" }),
    }),
    reply: z.object({ count: z.int() }),
  }),
  group: endpoint(`POST ${path}/batch/group`, "批量改分组", edit, {
    body: z.object({ ids: ids(500), group_name: field.optional(groupName()).meta({ help: "留空为不分组" }) }),
    reply: batchReply,
  }),
  export: endpoint(`GET ${path}/export`, "导出SEO关键词", view, {
    query: listQuery({ ...filters, ids: chosenIds() }, sorts, "-created_at"),
    where,
    reply: file,
  }),
};

/** A word that is there already gets the row's rank, and what else the row says. */
export const seoKeywordImport = importEndpoints("/api/seo/keyword/import", "SEO关键词", {
  permission: edit,
  reply: ImportTask,
  id: "id",
});

export const seoKeywordScreens = {
  "/seo/keywordsList": listAndRecord(seoKeyword.list, seoKeyword.get),
} satisfies Record<string, ScreenData>;
