import type { UpdateType } from "~/contract/system/app-version";
import type { appVersion } from "~/server/database/tables/system/admin";
import { type Calendar, day } from "../shared/calendar";
import { instantOrNull, stamps } from "../shared/rows";
import { type Staff, staffOf } from "./staff";

type Row = typeof appVersion.$inferInsert;
type Version = [version: string, build: number, ago: number, UpdateType, least: string | null, string, notes: string];

const history: readonly Version[] = [
  ["2.8.0", 280, 150, "optional", null, "地图找房", "1. 新增地图找房\n2. 优化房源详情加载速度"],
  ["2.9.0", 290, 96, "recommend", "2.6.0", "收益计算器", "1. 新增购房成本与租金收益计算\n2. 修复部分机型闪退"],
  ["3.0.0", 300, 41, "force", "2.8.0", "全新改版", "1. 首页与搜索全新设计\n2. 支持日语界面\n3. 旧版接口停用，请更新"],
  ["3.1.0", 310, 3, "optional", "2.8.0", "视频看房", "1. 预约视频看房\n2. 收藏降价提醒"],
];

/** Four versions of each platform: the newest of iOS is out for some, that of Android is a draft. */
export function makeAppVersions(calendar: Calendar, staff: readonly Staff[]): Row[] {
  const by = staffOf(staff, "super_admin")[0]?.id ?? null;
  return (["ios", "android"] as const).flatMap((platform) =>
    history.map(([version, build, ago, update_type, min_supported, title, notes], index): Row => {
      const at = calendar.at(ago, 11);
      const isNewest = index === history.length - 1;
      const isDraft = isNewest && platform === "android";
      const released = isDraft ? null : Math.min(at + day, calendar.now);
      return {
        ...{ platform, version, build, update_type, min_supported, title, notes, package_id: null },
        store_url: platform === "ios" ? "https://apps.apple.com/cn/app/id0000000000" : null,
        gray_percent: isNewest ? 20 : 100,
        status: isDraft ? "draft" : index === 0 && platform === "android" ? "withdrawn" : "released",
        ...{ released_at: instantOrNull(released), ...stamps(at, by, released ?? at) },
      };
    }),
  );
}
