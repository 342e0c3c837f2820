import { and, asc, eq, isNull } from "drizzle-orm";
import type { BannerPosition, BannerStatus, LinkType } from "~/contract/resource/banner";
import type { SitePlatform } from "~/contract/resource/placing";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { article } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDaily } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import { banner } from "~/server/database/tables/resource/advert";
import { dayOf, startOfDay } from "~/server/lib/list";
import { editors, ownPictures } from "../shared/editors";
import { followIds } from "../shared/follow-ids";
import { type Random, randomFrom } from "../shared/random";
import type { DemoOptions } from "../terms";

const seed = 20_261_171;
const day = 24 * 3_600_000;
/** Days of which it is kept how often one was seen. */
const shownDays = 60;

interface Plan {
  title: string;
  position: BannerPosition;
  platform: readonly SitePlatform[];
  /** Days from now; null: without an end. */
  span: readonly [number, number | null];
  status?: BannerStatus;
  link?: LinkType;
  countries?: readonly string[];
  /** Seen so often a day, about. */
  seen?: number;
}

const sites: readonly SitePlatform[] = ["web", "h5"];
const apps: readonly SitePlatform[] = ["app_ios", "app_android"];

/** Eighteen (domain G.2), the most telling first: a small demo has the first four. */
const plans: readonly Plan[] = [
  { title: "东京新盘开放日", position: "home_top", platform: sites, span: [-40, 20], link: "estate", seen: 620 },
  { title: "大阪湾岸新区一期", position: "home_top", platform: sites, span: [-12, 30], link: "estate", seen: 540 },
  {
    title: "置业流程一图看懂",
    position: "home_middle",
    platform: sites,
    span: [-90, null],
    link: "article",
    seen: 260,
  },
  { title: "迎新年看房周", position: "home_top", platform: sites, span: [6, 40], link: "estate" },
  { title: "税费与持有成本", position: "home_top", platform: ["web"], span: [-70, null], link: "article", seen: 310 },
  {
    title: "曼谷轻轨沿线",
    position: "home_top",
    platform: ["web", "h5"],
    span: [-25, 25],
    countries: ["TH"],
    link: "estate",
    seen: 90,
  },
  {
    title: "迪拜海景公寓",
    position: "home_top",
    platform: ["web"],
    span: [-30, 15],
    countries: ["AE"],
    link: "estate",
    seen: 70,
  },
  { title: "签证与移居问答", position: "list_top", platform: sites, span: [-50, null], link: "article", seen: 180 },
  { title: "夏季看房团", position: "home_top", platform: sites, span: [-150, -95], link: "url", seen: 400 },
  { title: "秋季推介会", position: "home_top", platform: sites, span: [-80, -28], link: "url", seen: 480 },
  {
    title: "列表页：低总价精选",
    position: "list_top",
    platform: ["web", "mini_program"],
    span: [-20, 45],
    link: "estate",
    seen: 210,
  },
  { title: "详情页：预约看房", position: "detail_side", platform: ["web"], span: [-120, null], link: "url", seen: 330 },
  {
    title: "详情页：贷款测算",
    position: "detail_side",
    platform: ["web"],
    span: [-33, 60],
    link: "article",
    seen: 240,
  },
  { title: "App 开屏：新盘上线", position: "app_splash", platform: apps, span: [-10, 8], link: "estate", seen: 350 },
  { title: "App 开屏：新年", position: "app_splash", platform: apps, span: [8, 30], link: "none" },
  {
    title: "App 弹窗：领取报告",
    position: "app_popup",
    platform: apps,
    span: [-15, 15],
    status: "disabled",
    link: "url",
    seen: 120,
  },
  {
    title: "小程序首页：精选房源",
    position: "home_top",
    platform: ["mini_program"],
    span: [-18, null],
    link: "estate",
    seen: 150,
  },
  { title: "来年计划（草稿）", position: "home_middle", platform: sites, span: [30, 90], status: "draft" },
];

/** Banners of the present, of the past and to come, with how often they were seen and clicked. Comes after estates and news, to which they lead. */
export async function writeBanners(tx: Transaction, now: Date, size: DemoOptions["size"]): Promise<void> {
  const random = randomFrom(seed);
  const people = await editors(tx);
  const pictures = await ownPictures(tx);
  const estates = await tx
    .select({ id: estate.id, country: estate.country_code })
    .from(estate)
    .where(and(eq(estate.publish_status, "online"), isNull(estate.deleted_at)))
    .orderBy(asc(estate.id));
  const articles = await tx
    .select({ id: article.id })
    .from(article)
    .where(and(eq(article.publish_status, "published"), isNull(article.deleted_at)))
    .orderBy(asc(article.id));
  const linkValue = ({ link, countries = ["JP"] }: Plan): string | null => {
    if (link === "url") return "/activity";
    if (link === "article") return String(random.pick(articles).id);
    if (link !== "estate") return null;
    const own = estates.filter(({ country }) => countries.includes(country));
    return String(random.pick(own.length ? own : estates).id);
  };
  const shown = plans.slice(0, size === "full" ? plans.length : 4);
  const daily: (typeof contentDaily.$inferInsert)[] = [];
  const rows = shown.map((plan, index): typeof banner.$inferInsert => {
    const id = index + 1;
    const [start, end] = plan.span.map((days) => (days === null ? null : momentAt(now, days)));
    const created = isoInstant(now.getTime() + Math.min(plan.span[0] - 5, -1) * day);
    const days = plan.seen ? daysOf(plan, now, random) : [];
    daily.push(...days.map((one) => ({ kind: "banner" as const, target_id: id, ...one })));
    const by = random.pick(people);
    return {
      id,
      title: plan.title,
      platform: [...plan.platform],
      position: plan.position,
      image_id: random.pick(pictures),
      image_mobile_id: random.chance(0.3) ? random.pick(pictures) : null,
      link_type: plan.link ?? "none",
      link_value: linkValue(plan),
      countries: [...(plan.countries ?? [])],
      start_at: start ?? created,
      end_at: end ?? null,
      sort: id * 10,
      status: plan.status ?? "enabled",
      impressions: days.reduce((sum, { impressions }) => sum + impressions, 0),
      clicks: days.reduce((sum, { clicks }) => sum + clicks, 0),
      ...{ created_at: created, updated_at: created, created_by: by, updated_by: by },
    };
  });
  await insertRows(tx, banner, rows);
  await insertRows(tx, contentDaily, daily);
  await followIds(tx, [banner]);
}

/** The beginning of a day so many from now. */
const momentAt = (now: Date, days: number): string =>
  isoInstant(startOfDay(dayOf(new Date(now.getTime() + days * day))));

/** Seen and clicked on each day that it stood there, of the last ones. */
function daysOf({ seen = 0, span: [start, end] }: Plan, now: Date, random: Random) {
  const from = Math.max(start, -shownDays);
  const to = Math.min(end ?? 1, 1);
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => {
    const impressions = Math.round((seen * random.whole(70, 130)) / 100);
    return {
      date: dayOf(new Date(now.getTime() + (from + index) * day)),
      impressions,
      clicks: Math.round((impressions * random.whole(8, 42)) / 1000),
    };
  });
}
