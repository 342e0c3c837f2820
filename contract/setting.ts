import { z } from "zod";

interface Definition<T extends z.ZodType> {
  label: string;
  group: string;
  schema: T;
  value: z.output<T>;
  /** Stored sealed, and never shown: what `readSettings` gives is the seal's text. */
  secret?: true;
}
const define = <T extends z.ZodType>(group: string, label: string, schema: T, value: z.output<T>): Definition<T> => ({
  label,
  group,
  schema,
  value,
});
const secret = (group: string, label: string) => ({ ...define(group, label, word, ""), secret: true as const });
const word = z.string().trim().max(500);
/** An address without a path, as an issuer is named; plain http only on this machine. */
const origin = z.union([
  z.literal(""),
  z.url({ protocol: /^https?$/ }).refine((value) => {
    const { origin, protocol, hostname } = new URL(value);
    return value === origin && (protocol === "https:" || hostname === "127.0.0.1");
  }, "须为 https 地址，不带路径"),
]);
const whole = (min: number, max: number) => z.number().int().min(min).max(max);

/** Every setting that the built areas read: its label, limits and default (domain F.1). A later area adds its own keys. */
export const settings = {
  "pool.enabled": define("customer", "启用公海", z.boolean(), true),
  "pool.no_follow_days": define("customer", "未跟进N天入公海", whole(1, 180), 15),
  "pool.no_deal_days": define("customer", "未成交N天入公海", whole(0, 730), 90),
  "pool.warn_days": define("customer", "提前提醒天数", whole(0, 30), 3),
  "pool.claim_daily_limit": define("customer", "每人每日领取上限", whole(1, 500), 20),
  "pool.reclaim_days": define("customer", "释放后N天不可再领", whole(0, 90), 7),
  "customer.cap": define("customer", "每人客户上限", whole(1, 9999), 200),
  "customer.collision_days": define("customer", "撞客判定窗口(天)", whole(0, 730), 90),
  "customer.lock_limit": define("customer", "锁定上限", whole(0, 200), 10),
  "customer.lock_days": define("customer", "锁定天数", whole(1, 365), 60),
  "customer.reveal_daily_limit": define("customer", "每人每日查看完整号码上限", whole(0, 1000), 50),
  "customer.recycle_keep_days": define("customer", "回收站自动清理(天)", whole(0, 3650), 0),
  "tracking.min_chars": define("customer", "有效跟进最少字数", whole(5, 100), 10),
  "tracking.edit_hours": define("customer", "跟进可编辑时限(小时)", whole(0, 168), 24),
  "schedule.default_remind": define("customer", "默认提醒提前量(分钟)", whole(0, 1440), 30),
  "unregister.review_workdays": define("customer", "注销审核时限(工作日)", whole(1, 10), 8),
  "unregister.cooling_days": define("customer", "注销冷静期(天)", whole(0, 7), 7),
  "upload.image_mb": define("upload", "图片上传上限(MB)", whole(1, 100), 10),
  "upload.video_mb": define("upload", "视频上传上限(MB)", whole(1, 5000), 500),
  "upload.doc_mb": define("upload", "文档上传上限(MB)", whole(1, 1000), 20),
  "upload.annex_mb": define("upload", "附件上传上限(MB)", whole(1, 1000), 20),
  "upload.report_mb": define("upload", "报告上传上限(MB)", whole(1, 1000), 50),
  "upload.package_mb": define("upload", "安装包上传上限(MB)", whole(1, 5000), 300),
  "system.undo_hours": define("system", "批量操作可撤销时间(小时)", whole(1, 24), 24),
  "export.max_rows": define("system", "单次导出上限", whole(100, 50_000), 10_000),
  "export.mask_phone": define("system", "导出时隐藏号码", z.boolean(), true),
  "auth.max_failed": define("security", "登录失败锁定次数", whole(1, 20), 5),
  "auth.lock_minutes": define("security", "锁定时长(分钟)", whole(1, 1440), 15),
  "auth.token_ttl_hours": define("security", "登录有效期(小时)", whole(49, 720), 168),
  "auth.password_days": define("security", "密码有效期(天)", whole(0, 365), 0),
  "analytics.public_enabled": define("dashboard", "公开看板", z.boolean(), true),
  "map.tile_url": define("system", "地图瓦片地址", z.union([z.literal(""), z.url()]), ""),
  "site.name": define("system", "站点名称", z.string().min(1).max(40), "新房工作台"),
  "site.cdn_base": define("system", "资源CDN地址", z.union([z.literal(""), z.url()]), ""),
  "site.main_base": define("system", "主站地址", z.union([z.literal(""), z.url()]), ""),
  // Where the staff open this application: what messages on other platforms lead to.
  "site.desk_base": define("system", "工作台地址", origin, ""),
  "sso.host": define("integration", "单点登录地址", origin, ""),
  "sso.client_id": define("integration", "单点登录应用ID", word, ""),
  // An opaque token tells nothing: the provider is asked about it in the name of an API client of its own.
  "sso.api_client_id": define("integration", "单点登录接口应用ID", word, ""),
  "sso.api_secret": secret("integration", "单点登录接口密钥"),
  "wecom.corp_id": define("integration", "企业微信企业ID", word, ""),
  "wecom.agent_id": define("integration", "企业微信应用ID", word, ""),
  "wecom.secret": secret("integration", "企业微信应用密钥"),
  "slack.client_id": define("integration", "Slack应用ID", word, ""),
  "slack.secret": secret("integration", "Slack应用密钥"),
  // Of the one workspace in which messages are sent: the first who links his Slack account brings them (server/resources/binding/slack.ts).
  "slack.team_id": define("integration", "Slack工作区ID", word, ""),
  "slack.team_name": define("integration", "Slack工作区", word, ""),
  "slack.bot_token": secret("integration", "Slack机器人令牌"),
} as const;

export type SettingKey = keyof typeof settings;
export type SettingValue<K extends SettingKey> = z.output<(typeof settings)[K]["schema"]>;

/** The settings whose values are sealed. */
export type SecretKey = {
  [K in SettingKey]: (typeof settings)[K] extends { secret: true } ? K : never;
}[SettingKey];
