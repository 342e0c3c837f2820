import { z } from "zod";
import { csv, keyword, option as Option, queryId } from "../common";
import { endpoint } from "../endpoint";

/** Scenes of the dictionary that the business may extend (domain B.1). */
export const dictionaryScenes = {
  customer_source: "客户来源",
  customer_industry: "行业",
  customer_tag: "客户标签",
  reveal_reason: "查看号码原因",
  export_reason: "导出原因",
  lost_reason: "流失原因",
  invalid_reason: "无效原因",
  release_reason: "释放原因",
  tracking_result: "跟进结果",
  blacklist_reason: "拉黑原因",
} as const;

/** Scenes answered from tables; each is signed up once more in server/resources/<area>/scenes.ts. */
export const tableScenes = [
  "users",
  "teams",
  "roles",
  /** All of them, also those that the asker may not give to anybody. */
  "audience_roles",
  "countries",
  "country_currencies",
  "districts",
  "currencies",
  "phone_codes",
  "tags",
  "customers",
  "pools",
  "customer_users",
  "mansions",
  "estates",
  "reportable_estates",
  "brokers",
  "trackers",
  "agents",
  "articles",
  "article_categories",
  "article_tags",
  "videos",
  "investments",
  "reports",
  "search_words",
  "seo_tags",
  "seo_keywords",
  "city_intros",
  "encyclopaedias",
  "seo_articles",
  "seo_keyword_groups",
  "specials",
] as const;
export type TableScene = (typeof tableScenes)[number];
export type Scene = keyof typeof dictionaryScenes | TableScene;

/** Table scenes of many rows, valued by their number: found by keyword, at most fifty; `ids` names what is already chosen. */
const searchedScenes: readonly string[] = [
  "users",
  "districts",
  "customers",
  "customer_users",
  "mansions",
  "estates",
  "reportable_estates",
  "brokers",
  "trackers",
  "agents",
  "articles",
  "article_tags",
  "videos",
  "investments",
  "reports",
  "search_words",
  "seo_tags",
  "seo_keywords",
  "city_intros",
  "encyclopaedias",
  "seo_articles",
  "specials",
] satisfies TableScene[];

/** Whether a scene's values are searched in a table, their names asked for by number. */
export const isSearched = (scene: Scene | undefined): scene is Scene =>
  scene !== undefined && searchedScenes.includes(scene);

export const option = {
  community: endpoint("GET /crm/community/options", "选项", "signed-in", {
    keys: true,
    query: z.object({
      scenes: csv(z.enum([...(Object.keys(dictionaryScenes) as (keyof typeof dictionaryScenes)[]), ...tableScenes])),
      keyword: keyword(),
      country: csv(z.string().length(2)),
      parent_id: queryId(),
      /** Of districts: those of this level and below. */
      min_level: z.coerce.number().int().min(1).max(3).optional(),
      ids: csv(z.coerce.number().int().positive()),
    }),
    reply: z.record(z.string(), z.array(Option)),
  }),
};
