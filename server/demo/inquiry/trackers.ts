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

/** By channel: its name, its share of the visitors (40 % of search), its cost in a placement, and its placements. */
const channels: readonly [TrackerChannel, name: string, share: number, cost: number, places: string][] = [
  [
    "seo",
    "自然搜索",
    40,
    0,
    "web:home,estate_list,estate_detail,article,visa h5:home,estate_list,estate_detail,mansion,rental",
  ],
  ["sem", "百度", 17, 86_000, "web:special,home,visa,estate_list h5:special,estate_list"],
  ["social", "小红书", 12, 42_000, "h5:special,article,home web:article app_ios:estate_detail"],
  ["wechat", "公众号", 10, 0, "mini_program:home,article,estate_detail wecom:estate_list"],
  ["video", "抖音", 7, 30_000, "h5:special,home web:article mini_program:estate_list"],
  ["direct", "直接访问", 6, 0, "web:home app_ios:home app_android:home"],
  ["partner", "合作伙伴", 4, 18_000, "h5:special web:special,visa"],
  ["internal", "站内推广", 2, 0, "web:home,report,rental h5:estate_detail"],
  ["offline", "线下展会", 1, 26_000, "h5:special,estate_list,estate_detail"],
  ["email", "邮件", 1, 3_000, "web:article,estate_detail,special"],
];
const platformNames: Readonly<Partial<Record<TrackerPlatform, string>>> = {
  web: "网页",
  h5: "手机",
  mini_program: "小程序",
  app_ios: "iOS",
  app_android: "安卓",
  wecom: "企微",
};
const pages: Readonly<Record<string, readonly [name: string, position: string]>> = {
  home: ["首页", "首屏搜索框"],
  estate_list: ["房源列表", "列表右侧"],
  estate_detail: ["房源详情", "底部按钮"],
  article: ["资讯", "文末咨询卡"],
  visa: ["签证", "评估表单"],
  mansion: ["楼栋", "价格走势下方"],
  rental: ["租赁", "委托按钮"],
  special: ["专题", "表单"],
  report: ["趋势报告", "下载按钮"],
};
const pageCodes: Readonly<Record<string, string>> = { estate_list: "list", estate_detail: "estate" };

/** The places of a channel, each with its address and name. */
const placesOf = (channel: TrackerChannel, name: string, places: string) =>
  places.split(" ").flatMap((part) => {
    const [platform, list = ""] = part.split(":") as [TrackerPlatform, string]; // as written above
    return (list.split(",") as PageType[]).map((page_type) => {
      const [page, position] = pages[page_type] ?? ["", ""];
      const code = `${channel}-${platform.replace("_", "-")}-${pageCodes[page_type] ?? page_type}`;
      return { code, name: `${name}·${platformNames[platform]}${page}`, platform, page_type, position };
    });
  });

/** The tracking points of the site with a year of visits, more of them recently, fewest at the weekend (domain G.2). */
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
  for (const [channel, label, share, cost, list] of channels) {
    const places = placesOf(channel, label, list);
    const weights = places.map((_, index) => 1 / (index + 1.6));
    const sum = weights.reduce((all, weight) => all + weight, 0);
    for (const [index, place] of places.entries()) {
      const id = rows.length + 1;
      const isOver = place.code === "email-web-special";
      rows.push({
        ...{ id, channel, ...place, utm_source: place.platform, utm_medium: channel },
        target_url: `https://www.xinfang.example/${place.page_type.replace("_", "-")}`,
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
