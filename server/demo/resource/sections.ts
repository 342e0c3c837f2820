import { and, asc, desc, eq, isNull } from "drizzle-orm";
import { RuleFilter, type SectionRule } from "~/contract/resource/home-section";
import type { SitePlatform } from "~/contract/resource/placing";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { homeSection } from "~/server/database/tables/resource/advert";
import { broker } from "~/server/database/tables/system/admin";
import { editors } from "../shared/editors";
import { followIds } from "../shared/follow-ids";

const monthAgo = 30 * 24 * 3_600_000;
const sites: SitePlatform[] = ["web", "h5"];
const all: SitePlatform[] = ["web", "h5", "app_ios", "app_android", "mini_program"];

const ruleOf = (rule: Omit<SectionRule, "filter">, filter: Partial<RuleFilter> = {}): SectionRule => ({
  ...rule,
  filter: { ...RuleFilter.parse({}), ...filter },
});

type Row = Omit<typeof homeSection.$inferInsert, "sort">;

/** The sections of the home pages, some by hand and some by rule. Comes after what they show. */
export async function writeSections(tx: Transaction, now: Date): Promise<void> {
  const estates = await tx
    .select({ id: estate.id })
    .from(estate)
    .where(and(eq(estate.publish_status, "online"), isNull(estate.deleted_at)))
    .orderBy(desc(estate.view_count), asc(estate.id))
    .limit(6);
  const brokers = await tx
    .select({ id: broker.id })
    .from(broker)
    .where(and(eq(broker.status, "enabled"), isNull(broker.deleted_at)))
    .orderBy(asc(broker.id))
    .limit(4);
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  const byHand = { source_mode: "manual", status: "enabled", rule: null } as const;
  const byRule = { source_mode: "rule", status: "enabled", item_ids: [] as number[] } as const;
  const newest = (limit: number, filter?: Partial<RuleFilter>) => ruleOf({ sort: "newest", limit }, filter);
  const rows: Row[] = [
    {
      ...byHand,
      code: "featured",
      title: "精选房源",
      sub_title: "编辑推荐的新盘",
      platform: all,
      type: "estate",
      item_ids: idsOf(estates),
      layout: "carousel",
      more_link: "/estate",
    },
    {
      ...byRule,
      code: "new-launch",
      title: "最新上线",
      platform: all,
      type: "estate",
      rule: newest(8),
      layout: "grid",
      more_link: "/estate?sort=newest",
    },
    {
      ...byRule,
      code: "high-yield",
      title: "高回报率",
      sub_title: "按毛回报率",
      platform: sites,
      type: "estate",
      rule: ruleOf({ sort: "yield_desc", limit: 6 }),
      layout: "grid",
    },
    {
      ...byRule,
      code: "japan",
      title: "日本房源",
      platform: sites,
      type: "estate",
      rule: newest(6, { country_code: "JP" }),
      layout: "carousel",
    },
    {
      ...byRule,
      code: "news",
      title: "最新资讯",
      platform: all,
      type: "article",
      rule: newest(6),
      layout: "list",
      more_link: "/article",
    },
    {
      ...byRule,
      code: "most-read",
      title: "大家都在看",
      platform: sites,
      type: "article",
      rule: ruleOf({ sort: "views", limit: 5 }),
      layout: "list",
    },
    {
      ...byRule,
      code: "videos",
      title: "看房视频",
      platform: all,
      type: "video",
      rule: ruleOf({ sort: "plays", limit: 6 }),
      layout: "carousel",
    },
    {
      ...byRule,
      code: "investment",
      title: "投资专栏",
      platform: sites,
      type: "investment",
      rule: newest(4),
      layout: "grid",
    },
    {
      ...byRule,
      code: "cities",
      title: "热门城市",
      platform: all,
      type: "city",
      rule: ruleOf({ sort: "newest", limit: 6 }),
      layout: "grid",
      more_link: "/city",
    },
    {
      ...byRule,
      code: "specials",
      title: "专题活动",
      platform: sites,
      type: "special",
      rule: newest(4),
      layout: "carousel",
    },
    {
      ...byHand,
      code: "brokers",
      title: "合作经纪",
      platform: ["web"],
      type: "broker",
      item_ids: idsOf(brokers),
      layout: "grid",
    },
    {
      ...byRule,
      code: "mansions",
      title: "热门楼栋",
      platform: ["web"],
      type: "mansion",
      rule: ruleOf({ sort: "built_desc", limit: 6 }),
      layout: "grid",
      status: "disabled",
    },
  ];
  const at = isoInstant(now.getTime() - monthAgo);
  const [by = null] = await editors(tx);
  const stamps = { created_at: at, updated_at: at, created_by: by, updated_by: by };
  await insertRows(
    tx,
    homeSection,
    rows.map((row, index) => ({ id: index + 1, ...row, sort: (index + 1) * 10, ...stamps })),
  );
  await followIds(tx, [homeSection]);
}
