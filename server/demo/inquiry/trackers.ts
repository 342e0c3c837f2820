import { createHash } from "node:crypto";
import type { PageType, TrackerChannel, TrackerPlatform } from "~/contract/inquiry/tracker";
import { isoInstant } from "~/server/database/tables/columns";
import type { tracker, trackerDaily, trackerVisit } from "~/server/database/tables/inquiry/tracker";
import { type Calendar, day } from "../shared/calendar";
import { type Random, randomFrom } from "../shared/random";
import type { Staff } from "../system/staff";

type Row = typeof tracker.$inferInsert;
type Daily = typeof trackerDaily.$inferInsert;
type Visit = typeof trackerVisit.$inferInsert;

/** A source of its own, so that the rest of the demo stays as it is. */
const seed = 20_261_131;
const yearDays = 365;
/** Visitors of a day at all tracking points, at the end of the year. */
const dailyVisitors = { full: 900, small: 90 } as const;

type Place = readonly [code: string, name: string, platform: TrackerPlatform, page: PageType, position: string];

/** By channel: its share of the visitors (40 % of search), what it costs in a placement, and where it stands. */
const channels: Readonly<Record<TrackerChannel, { share: number; cost: number; places: readonly Place[] }>> = {
  seo: {
    ...{ share: 40, cost: 0 },
    places: [
      ["seo-web-home", "自然搜索·首页", "web", "home", "首屏搜索框"],
      ["seo-web-list", "自然搜索·房源列表", "web", "estate_list", "列表右侧"],
      ["seo-web-estate", "自然搜索·房源详情", "web", "estate_detail", "详情页底部按钮"],
      ["seo-web-article", "自然搜索·资讯", "web", "article", "文末咨询卡"],
      ["seo-web-visa", "自然搜索·签证", "web", "visa", "评估表单"],
      ["seo-h5-home", "手机搜索·首页", "h5", "home", "悬浮咨询"],
      ["seo-h5-list", "手机搜索·房源列表", "h5", "estate_list", "列表卡片"],
      ["seo-h5-estate", "手机搜索·房源详情", "h5", "estate_detail", "底部通栏"],
      ["seo-h5-mansion", "手机搜索·楼栋", "h5", "mansion", "价格走势下方"],
      ["seo-h5-rental", "手机搜索·租赁", "h5", "rental", "委托按钮"],
    ],
  },
  sem: {
    ...{ share: 17, cost: 86_000 },
    places: [
      ["sem-baidu-brand", "百度·品牌词", "web", "home", "首屏按钮"],
      ["sem-baidu-tokyo", "百度·东京新房", "web", "special", "表单"],
      ["sem-baidu-osaka", "百度·大阪新房", "web", "special", "表单"],
      ["sem-baidu-h5", "百度·移动端", "h5", "estate_list", "悬浮咨询"],
      ["sem-google-jp", "Google·日本买房", "web", "special", "表单"],
      ["sem-google-visa", "Google·经营管理签证", "web", "visa", "评估表单"],
    ],
  },
  social: {
    ...{ share: 12, cost: 42_000 },
    places: [
      ["social-xhs-note", "小红书·笔记", "h5", "article", "置顶评论"],
      ["social-xhs-ad", "小红书·信息流", "h5", "special", "表单"],
      ["social-weibo", "微博·话题", "h5", "home", "悬浮咨询"],
      ["social-zhihu", "知乎·回答", "web", "article", "文末咨询卡"],
      ["social-app-share", "APP·分享", "app_ios", "estate_detail", "分享卡片"],
    ],
  },
  wechat: {
    ...{ share: 10, cost: 0 },
    places: [
      ["wechat-menu", "公众号·菜单", "mini_program", "home", "底部菜单"],
      ["wechat-article", "公众号·推文", "mini_program", "article", "阅读原文"],
      ["wechat-card", "小程序·名片", "mini_program", "estate_detail", "顾问名片"],
      ["wechat-group", "企业微信·社群", "wecom", "estate_list", "群公告"],
    ],
  },
  video: {
    ...{ share: 7, cost: 30_000 },
    places: [
      ["video-douyin", "抖音·主页", "h5", "home", "主页链接"],
      ["video-douyin-live", "抖音·直播", "h5", "special", "直播间小风车"],
      ["video-bilibili", "哔哩哔哩·简介", "web", "article", "简介链接"],
      ["video-channels", "视频号·橱窗", "mini_program", "estate_list", "扩展链接"],
    ],
  },
  direct: {
    ...{ share: 6, cost: 0 },
    places: [
      ["direct-web", "官网直达", "web", "home", "右下角咨询"],
      ["direct-ios", "iOS·首页", "app_ios", "home", "咨询页签"],
      ["direct-android", "安卓·首页", "app_android", "home", "咨询页签"],
    ],
  },
  partner: {
    ...{ share: 4, cost: 18_000 },
    places: [
      ["partner-bank", "合作银行·权益页", "h5", "special", "权益卡"],
      ["partner-school", "留学机构·专题", "web", "special", "表单"],
      ["partner-migrate", "移民公司·转介", "web", "visa", "评估表单"],
    ],
  },
  internal: {
    ...{ share: 2, cost: 0 },
    places: [
      ["internal-banner", "首页轮播", "web", "home", "首页轮播"],
      ["internal-report", "趋势报告·留资", "web", "report", "下载按钮"],
      ["internal-calculator", "成本计算器", "h5", "estate_detail", "计算结果"],
      ["internal-rental", "租赁托管", "web", "rental", "委托按钮"],
    ],
  },
  offline: {
    ...{ share: 1, cost: 26_000 },
    places: [
      ["offline-expo-sh", "上海房展·易拉宝", "h5", "special", "展位二维码"],
      ["offline-expo-bj", "北京说明会·签到", "h5", "special", "签到二维码"],
      ["offline-brochure", "楼书·封底", "h5", "estate_detail", "封底二维码"],
    ],
  },
  email: {
    ...{ share: 1, cost: 3_000 },
    places: [
      ["email-weekly", "周报邮件", "web", "article", "正文按钮"],
      ["email-newestate", "新盘邮件", "web", "estate_detail", "看房按钮"],
      ["email-old-campaign", "春季邮件（已结束）", "web", "special", "正文按钮"],
    ],
  },
};

/** The tracking points of the site with a year of visits, more of them lately, fewest at the weekend (domain G.2). */
export function makeTrackers(
  calendar: Calendar,
  staff: readonly Pick<Staff, "id" | "roles">[],
  size: "full" | "small",
) {
  const random = randomFrom(seed);
  const keepers = staff
    .filter(({ roles }) => roles.some((role) => role === "seo_editor" || role === "content_editor"))
    .map(({ id }) => id);
  const today = isoInstant(calendar.now).slice(0, 10);
  const dayBefore = (days: number) => isoInstant(calendar.now - days * day).slice(0, 10);
  const created = isoInstant(calendar.now - (yearDays + 20) * day);
  const rows: Row[] = [];
  const daily: Daily[] = [];
  for (const [channel, { share, cost, places }] of Object.entries(channels)) {
    const weights = places.map((_, index) => 1 / (index + 1.6));
    const sum = weights.reduce((all, weight) => all + weight, 0);
    for (const [index, [code, name, platform, page_type, position]] of places.entries()) {
      const id = rows.length + 1;
      const isOver = code === "email-old-campaign";
      rows.push({
        ...{ id, code, name, platform, page_type, position, channel: channel as TrackerChannel }, // a key of the literal above
        target_url: `https://www.xinfang.example/${page_type.replace("_", "-")}`,
        ...{ utm_source: code.split("-")[1] ?? channel, utm_medium: channel },
        owner_id: keepers.length ? random.pick(keepers) : null,
        ...(cost > 0 && {
          ...{ cost_amount: `${Math.round((cost * (weights[index] ?? 0)) / sum)}.00`, currency: "CNY" },
          ...{ start_at: dayBefore(isOver ? 300 : 180), end_at: dayBefore(isOver ? 210 : -30) },
        }),
        status: isOver ? "disabled" : "enabled",
        ...{ created_at: created, updated_at: created },
      });
      const level = (dailyVisitors[size] * share * (weights[index] ?? 0)) / sum / 100;
      for (let days = yearDays - 1; days >= 0; days--) {
        if (isOver && (days < 210 || days > 300)) continue;
        daily.push(dayOf(random, { id, date: dayBefore(days), days, level, part: days === 0 ? partOf(calendar) : 1 }));
      }
    }
  }
  const recent = new Set([today, dayBefore(1)]);
  return { rows, daily, visits: daily.filter(({ date }) => recent.has(date)).flatMap(visitsOf) };
}

/** How much of the day is over. */
const partOf = ({ now }: Calendar) => Number(isoInstant(now).slice(11, 13)) / 24;

interface Asked {
  id: number;
  date: string;
  days: number;
  level: number;
  part: number;
}

function dayOf(random: Random, { id, date, days, level, part }: Asked): Daily {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  const season = weekday === 1 ? 1.18 : weekday === 0 || weekday === 6 ? 0.82 : 1;
  const growth = 1 - (0.35 * days) / yearDays;
  const uv = Math.max(0, Math.round(level * season * growth * part * (1 + 0.18 * random.normal())));
  const pv = Math.round(uv * (1.5 + random.value()));
  return {
    ...{ tracker_id: id, date, pv, uv },
    ...{ clicks: Math.round(uv * (0.08 + 0.1 * random.value())), impressions: 0 },
  };
}

/** The visitors that make up a day. */
function visitsOf({ tracker_id, date, pv = 0, uv = 0, clicks = 0 }: Daily): Visit[] {
  return Array.from({ length: uv }, (_, index) => ({
    ...{ tracker_id, date },
    visitor_hash: createHash("sha256").update(`${tracker_id} ${date} ${index}`).digest("base64url").slice(0, 22),
    pv: Math.floor(pv / uv) + (index < pv % uv ? 1 : 0),
    clicks: index < clicks ? 1 : 0,
    impressions: 0,
  }));
}
