import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { BannerPosition, LinkType } from "~/contract/resource/banner";
import { RuleFilter, type SectionRule } from "~/contract/resource/home-section";
import type { SitePlatform } from "~/contract/resource/placing";
import { insertRows } from "~/server/database/insert-rows";
import { article } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDaily } from "~/server/database/tables/content/content";
import { banner, homeSection } from "~/server/database/tables/resource/advert";
import { dayOf, startOfDay } from "~/server/lib/list";
import { day } from "../shared/calendar";
import { drawn, stamps, sumDays } from "../shared/rows";
import type { Content } from "./items";

const web: SitePlatform[] = ["web"];
const sites: SitePlatform[] = ["web", "h5"];
const apps: SitePlatform[] = ["app_ios", "app_android"];
const all: SitePlatform[] = [...sites, ...apps];

/** From and until are days from now; seen is how often a day, about. */
type Plan = readonly [
  ...[title: string, position: BannerPosition, platform: SitePlatform[], from: number, until: number | null],
  ...[link: LinkType, seen: number, status?: "disabled" | "draft"],
];

/** Eighteen (domain G.2), the most useful first: a small demo has the first four. */
const plans: readonly Plan[] = [
  ["东京新盘开放日", "home_top", sites, -40, 20, "estate", 620],
  ["大阪湾岸新区一期", "home_top", sites, -12, 30, "estate", 540],
  ["置业流程一图看懂", "home_middle", sites, -90, null, "article", 260],
  ["迎新年看房周", "home_top", sites, 6, 40, "estate", 0],
  ["税费与持有成本", "home_top", web, -70, null, "article", 310],
  ["曼谷轻轨沿线", "home_top", sites, -25, 25, "estate", 90],
  ["迪拜海景公寓", "home_top", web, -30, 15, "estate", 70],
  ["签证与移居问答", "list_top", sites, -50, null, "article", 180],
  ["夏季看房团", "home_top", sites, -150, -95, "url", 400],
  ["秋季推介会", "home_top", sites, -80, -28, "url", 480],
  ["列表页：低总价精选", "list_top", web, -20, 45, "estate", 210],
  ["详情页：预约看房", "detail_side", web, -120, null, "url", 330],
  ["详情页：贷款测算", "detail_side", web, -33, 60, "article", 240],
  ["App 开屏：新盘上线", "app_splash", apps, -10, 8, "estate", 350],
  ["App 开屏：新年", "app_splash", apps, 8, 30, "none", 0],
  ["App 弹窗：领取报告", "app_popup", apps, -15, 15, "url", 120, "disabled"],
  ["小程序首页：精选房源", "home_top", ["mini_program"], -18, null, "estate", 150],
  ["来年计划（草稿）", "home_middle", sites, 30, 90, "none", 0, "draft"],
];

/** Banners of the present, past and future, with their views and clicks. Runs after estates and news, which they link to. */
export async function writeBanners({ begin }: Content): Promise<void> {
  const { tx, now, random, authors, pictures, estates, isFull } = begin(20_261_171);
  const isOut = eq(article.publish_status, "published");
  const articles = await tx.select({ id: article.id }).from(article).where(isOut).orderBy(asc(article.id));
  const links: Readonly<Partial<Record<LinkType, () => string>>> = {
    url: () => "/activity",
    estate: () => String(random.pick(estates).id),
    article: () => String(random.pick(articles).id),
  };
  const beginning = (days: number) => isoInstant(startOfDay(dayOf(new Date(now + days * day))));
  const rows = plans.slice(0, isFull ? plans.length : 4).map((plan, index): typeof banner.$inferInsert => {
    const [title, position, platform, from, until, link_type, , status = "enabled"] = plan;
    const id = index + 1;
    return {
      ...{ id, title, position, platform, image_id: random.pick(pictures), sort: id * 10, status },
      ...{ link_type, link_value: links[link_type]?.() ?? null },
      ...{ start_at: beginning(from), end_at: until === null ? null : beginning(until) },
      ...stamps(now + Math.min(from - 5, -1) * day, random.pick(authors)),
    };
  });
  await insertRows(tx, banner, rows);
  const today = sql`${dayOf(new Date(now))}::date`;
  const dayAt = (column: SQL) => sql`(${column} at time zone 'Asia/Shanghai')::date`;
  await tx.execute(sql`
    insert into ${contentDaily} (kind, target_id, date, impressions, clicks)
    select 'banner', id, day, seen, (seen * (8 + ${drawn(sql`id * 2003 + ago`, 35)}) / 1000.0)::int from (
      select id, day::date, ${today} - day::date as ago,
        ((${JSON.stringify(plans.map((plan) => plan[6]))}::jsonb ->> (id - 1)::int)::int * (70 + ${drawn(sql`id * 1009 + (day::date - ${today})`, 61)}) / 100.0)::int as seen
      from ${banner} cross join lateral generate_series(greatest(${dayAt(sql`start_at`)}, ${today} - 60),
        least(coalesce(${dayAt(sql`end_at`)} - 1, ${today}), ${today}), interval '1 day') day) shown where seen > 0`);
  await sumDays(tx, "banner", { impressions: "impressions", clicks: "clicks" });
}

type Section = typeof homeSection.$inferInsert;
const by = (sort: SectionRule["sort"], limit: number, filter: Partial<RuleFilter> = {}): SectionRule => ({
  ...{ sort, limit, filter: { ...RuleFilter.parse({}), ...filter } },
});

/** The sections of the home pages, some by hand and some by rule. Runs after what they show. */
export async function writeSections({ begin }: Content): Promise<void> {
  const { tx, now, authors, estates } = begin(0);
  const rows: (readonly [
    ...[code: string, title: string, platform: SitePlatform[], type: Section["type"]],
    ...[layout: Section["layout"], rule: SectionRule | null],
  ])[] = [
    ["featured", "精选房源", all, "estate", "carousel", null],
    ["new-launch", "最新上线", all, "estate", "grid", by("newest", 8)],
    ["japan", "日本房源", sites, "estate", "carousel", by("newest", 6, { country_code: "JP" })],
    ["news", "最新资讯", all, "article", "list", by("newest", 6)],
    ["videos", "看房视频", all, "video", "carousel", by("plays", 6)],
    ["cities", "热门城市", all, "city", "grid", by("newest", 6)],
  ];
  const sections = rows.map(
    ([code, title, platform, type, layout, rule], index): Section => ({
      ...{ id: index + 1, code, title, platform, type, layout, rule, sort: (index + 1) * 10 },
      ...{ source_mode: rule ? "rule" : "manual", item_ids: rule ? [] : estates.slice(0, 6).map(({ id }) => id) },
      ...{ status: "enabled", ...stamps(now - 30 * day, authors[0] ?? null) },
    }),
  );
  await insertRows(tx, homeSection, sections);
}
