import { z } from "zod";
import { briefingTypes } from "~/contract/system/briefing-types";
import { ref } from "../common";
import { approvalModes } from "../content/approval";
import { areSitePaths } from "../content/content-kinds";
import { PlanLine, unevenPlans } from "../deal/billing-record";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { longestShare } from "../shared/share-days";
import { passwordLength } from "../sign-in/auth";

/** The tabs of the settings screen that hold settings, in their order (domain D.9). */
export const settingGroups = {
  basic: "基础设置",
  customer: "客户与公海",
  inquiry: "询盘",
  clue: "报备与佣金",
  deal: "成交",
  upload: "上传",
  security: "登录与安全",
  dashboard: "看板",
  seo: "SEO",
  connection: "连接与密钥",
} as const;
export type SettingGroup = keyof typeof settingGroups;

/** What the keys of a group are about, by their first part; those of one title are shown together. */
export const settingSections: Readonly<Record<string, string>> = {
  site: "站点",
  map: "站点",
  integration: "站点",
  export: "操作与导出",
  system: "操作与导出",
  estate: "房源与资源",
  banner: "房源与资源",
  currency: "房源与资源",
  pool: "公海",
  customer: "客户",
  tracking: "跟进与日程",
  schedule: "跟进与日程",
  unregister: "注销审核",
  inquiry: "询盘分配与响应",
  visa: "经营管理签证",
  clue: "报备",
  commission: "佣金",
  deal: "成交",
  upload: "上传上限",
  auth: "登录策略",
  sso: "单点登录",
  wecom: "企业微信",
  slack: "Slack",
  notify: "通知外发",
  mail: "邮件",
  analytics: "看板",
  briefing: "销售简报",
  seo: "收录",
  engine: "搜索引擎推送",
  content: "内容",
};

interface Definition<T extends z.ZodType> {
  group: SettingGroup;
  schema: T;
  value: z.output<T>;
  /** Stored sealed, and never shown: what `readSettings` gives is the seal's text. */
  secret?: true;
  /** Of a secret: what may be typed, since `schema` reads what is sealed. */
  typed?: z.ZodType;
  /** Comes from another platform when an account is linked: nobody edits it. */
  linked?: true;
}
const set = <T extends z.ZodType>(schema: T, value: z.output<T>) => ({ schema, value });
const inGroup = <D extends Record<string, object>>(group: SettingGroup, definitions: D) =>
  Object.fromEntries(Object.entries(definitions).map(([key, one]) => [key, { group, ...one }])) as {
    [K in keyof D]: D[K] & { group: SettingGroup };
  };

const word = (label: string, help: string) =>
  set(field.text(label, 500, 0).meta({ label, control: "text", help: help || undefined }), "");
const secret = (label: string, help: string) => ({ ...word(label, help), secret: true as const });
const linked = (label: string) => ({ ...word(label, ""), linked: true as const });

// Help with a {} is a sentence with the value in its place.
const count = (label: string, min: number, max: number, value: number, help: string, unit?: string) =>
  set(field.integer(label, min, max).meta({ label, control: "number", help, unit }), value);
const percent = (label: string, min: number, max: number, value: number, help: string) =>
  set(field.decimal(label, min, max).meta({ label, control: "number", help, unit: "%" }), value);
const flag = (label: string, value: boolean, help: string) =>
  set(z.boolean({ error: `请选择${label}` }).meta({ label, control: "switch", help }), value);
const pick = <const O extends Record<string, string>>(
  label: string,
  options: O,
  value: keyof O & string,
  help: string,
) => set(field.choice(label, options).meta({ label, control: "select", options, help }), value);
/** An address, with or without a path. */
const address = (label: string, help: string) =>
  z
    .union([z.literal(""), z.url({ protocol: /^https?$/ }).max(500)], { error: `${label}须为完整的网址` })
    .meta({ label, control: "text", help });
/** An address without a path, as an issuer is named; plain http only on this machine. */
const origin = (label: string, help: string) =>
  z
    .union(
      [
        z.literal(""),
        z
          .url({ protocol: /^https?$/ })
          .max(500)
          .refine(isOrigin),
      ],
      {
        error: "须为 https 地址，不带路径",
      },
    )
    .meta({ label, control: "text", help });

export const allowedOrigins = (text: string): string[] =>
  text
    .split(/[,，\s]+/)
    .map((part) => part.trim())
    .filter(Boolean);

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { origin: itself, protocol, hostname } = new URL(value);
  return (
    value === itself &&
    (protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "localhost"].includes(hostname)))
  );
}

const clock = (label: string) => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, `${label}应为 09:30 这样的时间`);

/** Minutes of the day at which quiet hours begin and end; undefined: none are written. */
export function readQuietHours(text: string): { from: number; to: number } | undefined {
  const [, ...parts] = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  const [hour = 0, minute = 0, endHour = 0, endMinute = 0] = parts.map(Number);
  const [from, to] = [hour * 60 + minute, endHour * 60 + endMinute];
  return from === to ? undefined : { from, to };
}

const workHours = z
  .object({
    days: z.array(z.int().min(1).max(7)).min(1, "请选择每周的工作日").max(7),
    from: clock("开始时间"),
    to: clock("结束时间"),
  })
  .refine(({ from, to }) => from < to, "结束时间应晚于开始时间")
  .meta({ label: "工作时间", help: "询盘的响应时限只计这些时间；结束时间 23:59 表示到当天结束" });
export type WorkHours = z.output<typeof workHours>;

/** Which briefings go out by themselves. */
const briefingKinds = z.array(field.choice("销售简报", briefingTypes)).max(3).meta({
  label: "自动推送简报",
  control: "multi-select",
  options: briefingTypes,
  help: "每天09:00把昨天的日报、每周一上周的周报、每月1日上月的月报推送到订阅了“销售简报”的Webhook",
});

export const hostNames = (text: string): string[] => allowedOrigins(text.toLowerCase());

/** One line of `wecom.role_map`: the members of a department with those below it, or of a tag, get a role. */
export interface RoleRule {
  of: "department" | "tag";
  id: number;
  role: string;
}

/** What `wecom.role_map` says; undefined where it is not written as its help says. */
export function parseRoleMap(text: string): RoleRule[] | undefined {
  const rules = allowedOrigins(text).map((part) => {
    const [, of, id, role] = /^(部门|标签)[:：](\d{1,10})=([a-z_]{1,40})$/.exec(part) ?? [];
    return role ? { of: of === "部门" ? ("department" as const) : ("tag" as const), id: Number(id), role } : undefined;
  });
  return rules.every((one) => one !== undefined) ? rules : undefined;
}

const isHostName = (name: string) => /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(name);

const holidays = z
  .array(field.day("节假日"))
  .max(200, "节假日最多200天")
  .refine((list) => new Set(list).size === list.length, "节假日重复")
  .meta({ help: "这些日子不计响应时限" });

const billingPlans = z
  .array(PlanLine)
  .max(60, "付款方案最多60行")
  .superRefine((lines, context) => {
    for (const plan of unevenPlans(lines))
      context.addIssue({ code: "custom", message: `方案【${plan}】的比例合计应为100%` });
  })
  .meta({ label: "付款方案", control: "rows", help: "同名的各行组成一个方案，比例合计100%；新增账单时按方案生成" });
const planLine = (
  plan: string,
  type: PlanLine["type"],
  percent: number,
  due: PlanLine["due"] = "subscribed",
  days = 0,
): PlanLine => ({ plan, type, percent, due, days });

const mapTemplate = z
  .union(
    [
      z.literal(""),
      z
        .url({ protocol: /^https$/ })
        .max(500)
        .refine((value) => ["{z}", "{x}", "{y}"].every((part) => value.includes(part))),
    ],
    { error: "须为 https 地址，含 {z}、{x}、{y}" },
  )
  .meta({ label: "地图瓦片地址", control: "text", help: "https 地址模板，含 {z}、{x}、{y}；留空则不显示地图" });

const notProvider = "须为 ecb 或 https 地址";
/** Where rates come from: nowhere, the European Central Bank, or an address that answers `{base, rates}` (docs/decisions/1700-regions-and-currencies.md). */
const rateProvider = z
  .union([z.literal(["", "ecb"]), z.url({ protocol: /^https$/, error: notProvider }).max(500, notProvider)], {
    error: notProvider,
  })
  .meta({
    label: "汇率来源",
    control: "text",
    help: "留空则只手工维护；ecb 为欧洲央行每日参考汇率；也可填写返回 {base, rates} 的 https 地址，其中的 {base} 代入 CNY",
  });

const assignModes = { manual: "手动分配", round_robin: "轮流分配", least_load: "分给未结询盘最少者" } as const;
const handlerModes = { last: "该代理上一次的顾问", least_load: "在手报备最少的顾问", none: "无" } as const;
const phoneModes = { full: "全号", first3_last4: "前三后四" } as const;
const mailEncryptions = { tls: "TLS", starttls: "STARTTLS", none: "不加密" } as const;
const protectModes = {
  report_deal: "报备-成交",
  report_visit_deal: "报备-到访-成交",
  visit_deal: "到访-成交",
} as const;

/** Names and keys of the machines that call us, as they are typed. */
export function integrationKeys(text: string): { name: string; key: string; isValid: boolean }[] {
  const pairs = text
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ name: part.split(":")[0] ?? "", key: part.slice(part.indexOf(":") + 1), part }));
  const names = pairs.map(({ name }) => name);
  return pairs.map(({ name, key, part }) => ({
    ...{ name, key },
    isValid: /^[a-z0-9]{2,20}:[\x21-\x7e]{16,64}$/.test(part) && names.filter((one) => one === name).length === 1,
  }));
}

export const settings = {
  ...inGroup("basic", {
    "site.name": set(field.text("站点名称", 40).meta({ help: "显示在登录页" }), "新房工作台"),
    "site.main_base": set(address("主站地址", "面向客户的网站，链接到主站页面时使用"), ""),
    "site.cdn_base": set(address("资源CDN地址", "图片等静态资源的地址前缀；留空则由本系统提供"), ""),
    "site.paths": set(
      z
        .string()
        .max(1_000, "主站页面路径最多1000个字符")
        .refine(
          areSitePaths,
          "须为“类型:路径”，路径以/开头并含一个{slug}（视频、投资专栏、趋势报告为{id}），如 article:/article/{slug}，多个用逗号分隔",
        )
        .meta({
          label: "主站页面路径",
          control: "text",
          help: "主站上各类页面的路径，写作“类型:路径”，如 article:/article/{slug}；公开链接、预览和询盘来源按此识别。类型有 article（资讯）、video（视频）、investment（投资专栏）、report（趋势报告）、estate（房源）",
        }),
      "article:/article/{slug}, video:/video/{id}, investment:/investment/{id}, report:/report/{id}, estate:/estate/{slug}",
    ),
    // Where the staff open this application: what messages on other platforms lead to.
    "site.desk_base": set(origin("工作台地址", "员工打开本系统的地址，企业微信和Slack消息中的链接由此而来"), ""),
  }),
  ...inGroup("connection", {
    "site.public_key": set(
      z.union([z.literal(""), z.string().regex(/^[\w-]{16,64}$/)], { error: "须为16–64个字母、数字、- 或 _" }).meta({
        label: "站点公钥",
        control: "text",
        help: "主站页面提交询盘时携带；写在页面里，访客能看到；留空则不接收",
      }),
      "",
    ),
  }),
  ...inGroup("basic", {
    "site.origins": set(
      z
        .string()
        .max(500, "允许的站点最多500个字符")
        .refine((text) => allowedOrigins(text).every(isOrigin), "须为 https 地址，不带路径，多个用逗号分隔")
        .meta({
          label: "允许的站点",
          control: "text",
          help: "可以提交询盘的页面所在的地址，如 https://www.example.com，多个用逗号分隔；开发时可填 http://localhost:端口",
        }),
      "",
    ),
    "map.tile_url": set(mapTemplate, ""),
  }),
  ...inGroup("connection", {
    "integration.keys": {
      ...secret(
        "站点与代理端接入密钥",
        "主站和代理端的服务器调用接口时签名使用，写作“名称:密钥”，多个用逗号分隔；名称为2–20个小写字母或数字，密钥16–64位",
      ),
      typed: z
        .string()
        .max(300, "最多300个字符")
        .refine(
          (text) => integrationKeys(text).every(({ isValid }) => isValid),
          "须为“名称:密钥”，多个用逗号分隔，名称不能重复",
        ),
    },
  }),
  ...inGroup("basic", {
    "export.max_rows": count("单次导出上限", 100, 200_000, 10_000, "一次最多导出{}", "行"),
    "export.mask_phone": flag("导出时隐藏号码", true, "导出文件中的号码只显示前三位和后四位"),
    "system.undo_hours": count("批量操作可撤销时间(小时)", 1, 24, 24, "批量操作后{}之内可以撤销", "小时"),
    "estate.audit_sla_days": count("审核时限(工作日)", 1, 10, 1, "房源提交后应在{}内审核，按工作日计", "天"),
    "banner.max_showing": count("同位置展示上限", 1, 20, 8, "同一平台同一位置最多同时展示{}轮播图", "张"),
    "currency.provider": set(rateProvider, ""),
  }),
  ...inGroup("customer", {
    "pool.enabled": flag("启用公海", true, "关闭后客户不再自动进公海"),
    "pool.no_follow_days": count("未跟进N天进公海", 1, 180, 15, "超过{}没有有效跟进的客户自动进公海", "天"),
    "pool.no_deal_days": count("未成交N天进公海", 0, 730, 90, "领取后超过{}未成交的客户自动进公海；0为不限", "天"),
    "pool.warn_days": count("提前提醒天数", 0, 30, 3, "进公海前{}提醒跟进人", "天"),
    "pool.claim_daily_limit": count("每人每日领取上限", 1, 500, 20, "每人每天最多从公海领取{}客户", "位"),
    "pool.reclaim_days": count("释放后N天不可再领", 0, 90, 7, "释放的客户，本人在{}内不能再领取", "天"),
    "customer.cap": count(
      "每人客户上限",
      1,
      9999,
      200,
      "每人最多持有{}客户，已成交、流失和无效客户不计；员工另有设置的除外",
      "位",
    ),
    "customer.batch_rows": count("全选操作上限", 10, 5000, 1_000, "全选全部时一次最多操作{}客户", "位"),
    "customer.collision_days": count(
      "客户重复判定窗口(天)",
      0,
      730,
      90,
      "超过{}无跟进的客户，新增的人可接管；0为不可接管",
      "天",
    ),
    "customer.lock_limit": count("锁定上限", 0, 200, 10, "每人最多锁定{}客户", "位"),
    "customer.lock_days": count("锁定天数", 1, 365, 60, "锁定在{}后自动解除", "天"),
    "customer.reveal_daily_limit": count("每人每日查看完整号码上限", 0, 1000, 50, "每人每天最多查看{}完整号码", "次"),
    "customer.contact_searches_minute": count(
      "每人每分钟查找联系方式上限",
      1,
      600,
      60,
      "每人每分钟最多按完整号码、微信、邮箱等查找和查重{}，所有列表合计",
      "次",
    ),
    "customer.contact_searches_day": count(
      "每人每日查找联系方式上限",
      1,
      10_000,
      300,
      "每人每天最多按完整号码、微信、邮箱等查找和查重{}，所有列表合计",
      "次",
    ),
    "customer.recycle_keep_days": count(
      "回收站自动清理(天)",
      0,
      3650,
      0,
      "回收站的客户在{}后彻底删除；0为不清理",
      "天",
    ),
    "tracking.min_chars": count("有效跟进最少字数", 5, 100, 10, "跟进内容达到{}才算有效跟进", "字"),
    "tracking.edit_hours": count("跟进可编辑时限(小时)", 0, 168, 24, "跟进写下后{}之内可以修改", "小时"),
    "schedule.default_remind": count(
      "默认提醒提前量(分钟)",
      0,
      1440,
      30,
      "新增日程默认提前{}提醒，取不超过此值的可选项",
      "分钟",
    ),
    "share.days": count("分享链接有效天数", 1, longestShare, 30, "分享的链接在{}后失效，分享时可另设", "天"),
    "unregister.review_workdays": count("注销审核时限(工作日)", 1, 10, 8, "注销申请应在{}内审核，按工作日计", "天"),
    "unregister.cooling_days": count("注销冷静期(天)", 0, 7, 7, "审核通过后再过{}注销，其间用户可撤回", "天"),
  }),
  ...inGroup("inquiry", {
    "inquiry.assign_mode": pick("自动分配方式", assignModes, "round_robin", "新询盘{}"),
    "inquiry.response_minutes": count(
      "响应时限(工作时间)",
      5,
      1440,
      30,
      "收到询盘后应在{}的工作时间之内首次响应",
      "分钟",
    ),
    "inquiry.merge_hours": count(
      "重复询盘合并窗口",
      0,
      168,
      24,
      "同一客户在{}内的重复询盘合并为一条；0为不合并",
      "小时",
    ),
    "inquiry.work_hours": set(workHours, { days: [1, 2, 3, 4, 5, 6], from: "09:30", to: "18:30" }),
    "inquiry.holidays": set(holidays, []),
    "visa.capital_min": count(
      "经营管理签证资本金下限(JPY)",
      0,
      1_000_000_000_000,
      30_000_000,
      "签证条件评估中资本金应不低于{}",
      "日元",
    ),
  }),
  ...inGroup("clue", {
    "clue.phone_mode": pick("报备号码", phoneModes, "full", "代理报备的号码填写{}；楼盘可另设"),
    "clue.protect_mode": pick("保护模式", protectModes, "report_visit_deal", "报备的保护期按{}计算；楼盘可另设"),
    "clue.protect_report_days": count("报备-到访保护天数", 1, 365, 15, "报备后到访前保护{}", "天"),
    "clue.protect_visit_days": count("到访-成交保护天数", 1, 365, 60, "到访后成交前保护{}", "天"),
    "clue.extend_days": count("延期天数", 1, 60, 15, "保护期每次延长{}", "天"),
    "clue.min_lead_minutes": count("最短提前报备", 0, 1440, 60, "报备须早于到访{}", "分钟"),
    "clue.daily_cap_per_account": count("每账号每日报备上限", 1, 1000, 50, "每个代理账号每天最多报备{}", "条"),
    "clue.auto_pass": flag("无撞单自动通过", false, "没有撞单的报备不经人工审核"),
    "clue.suggest_handler": pick(
      "建议的顾问",
      handlerModes,
      "last",
      "审核报备时建议的顾问是{}；已停用、未接单或客户已满的人不会被建议",
    ),
    "clue.review_hours": count("审核时限", 1, 168, 24, "报备应在{}之内审核", "小时"),
    "commission.default_percent": percent("默认开发商佣金%", 0, 20, 3, "楼盘没有设置时，应收佣金为成交价的{}"),
    "commission.agent_share": percent("代理分佣%", 0, 100, 60, "楼盘和代理都没有设置时，应付佣金为应收佣金的{}"),
  }),
  ...inGroup("deal", {
    "deal.fx_auto": flag("签约汇率取当日牌价", true, "关闭后签约汇率手工填写"),
    "deal.due_warn_days": count("账单到期提醒天数", 0, 30, 3, "付款到期前{}提醒", "天"),
    "deal.billing_template": set(billingPlans, [
      planLine("全款", "deposit", 10),
      planLine("全款", "final", 90, "contracted", 30),
      planLine("贷款", "deposit", 10),
      planLine("贷款", "down_payment", 20, "contracted", 7),
      planLine("贷款", "final", 70, "delivery"),
      planLine("分期", "deposit", 5),
      planLine("分期", "down_payment", 25, "contracted", 7),
      planLine("分期", "interim", 30, "contracted", 180),
      planLine("分期", "final", 40, "delivery"),
    ]),
    "deal.unit_hold_hours": count("房号锁定时长(小时)", 1, 168, 24, "锁定的房号在{}后自动释放", "小时"),
  }),
  ...inGroup("upload", {
    "upload.image_mb": count("图片上传上限(MB)", 1, 100, 10, "图片最大{}，限 jpg、png、webp，边长不超过8000像素", "MB"),
    "upload.video_mb": count("视频上传上限(MB)", 1, 5000, 500, "视频最大{}，限 mp4", "MB"),
    "upload.doc_mb": count("文档上传上限(MB)", 1, 1000, 20, "文档和导入的表格最大{}，限 pdf、docx、xlsx、pptx", "MB"),
    "upload.annex_mb": count("附件上传上限(MB)", 1, 1000, 20, "客户需求的附件最大{}", "MB"),
    "upload.report_mb": count("报告上传上限(MB)", 1, 1000, 50, "趋势报告文件最大{}", "MB"),
    "upload.package_mb": count("安装包上传上限(MB)", 1, 5000, 300, "安卓安装包最大{}", "MB"),
  }),
  ...inGroup("security", {
    "auth.max_failed": count("登录失败锁定次数", 1, 20, 5, "连续输错密码{}后锁定账号", "次"),
    "auth.lock_minutes": count("锁定时长(分钟)", 1, 1440, 15, "账号锁定{}后可再次登录", "分钟"),
    "auth.token_ttl_hours": count("登录有效期(小时)", 49, 720, 168, "登录{}后需要重新登录，此后的登录适用", "小时"),
    "auth.session_days": count("登录最长天数", 1, 90, 30, "登录后最多{}须重新登录，期间一直在用也一样", "天"),
    "auth.password_min": count(
      "密码最短长度",
      passwordLength.least,
      20,
      passwordLength.least,
      "此后设置的密码至少{}，已有的密码仍可登录",
      "位",
    ),
    "auth.password_days": count("密码有效期(天)", 0, 365, 0, "密码使用{}后须修改；0为不限", "天"),
  }),
  ...inGroup("connection", {
    "sso.host": set(origin("单点登录地址", "身份提供方的地址；更换后全体员工须重新绑定"), ""),
    "sso.client_id": word("单点登录应用ID", "本系统在身份提供方登记的应用"),
    // An opaque token tells nothing: the provider is asked about it in the name of an API client of its own.
    "sso.api_client_id": word("单点登录接口应用ID", "令牌不透明时，向身份提供方查验令牌的应用"),
    "sso.api_secret": secret("单点登录接口密钥", "上述接口应用的密钥"),
    "wecom.corp_id": word("企业微信企业ID", "企业微信管理后台的企业ID；更换后全体员工须重新绑定"),
    "wecom.agent_id": word("企业微信应用ID", "自建应用的 AgentId，登录和发送消息使用"),
    "wecom.bind_attempt": flag(
      "企业微信登录绑定浏览器",
      false,
      "回调地址带一次性参数，与发起登录的浏览器核对；企业微信应用的可信域名须允许回调地址带参数",
    ),
    "wecom.secret": secret("企业微信应用密钥", "自建应用的 Secret"),
    "wecom.contact_secret": secret("企业微信通讯录密钥", "管理工具“通讯录同步”的 Secret，同步组织架构时核对全部成员"),
    "wecom.callback_token": {
      ...secret("通讯录回调Token", "“通讯录同步”接收事件服务器的 Token，回调地址是工作台地址加 /api/wecom/callback"),
      typed: z.union([z.literal(""), z.string().regex(/^[A-Za-z0-9]{1,32}$/)], { error: "须为1–32个字母或数字" }),
    },
    "wecom.callback_aes_key": {
      ...secret("通讯录回调EncodingAESKey", "“通讯录同步”接收事件服务器的 EncodingAESKey"),
      typed: z.union([z.literal(""), z.string().regex(/^[A-Za-z0-9]{43}$/)], { error: "须为43个字母或数字" }),
    },
    "wecom.sync_enabled": flag("企业微信组织同步", false, "开启后每天03:30和收到通讯录变更时同步部门和成员"),
    "wecom.role_map": set(
      z
        .string()
        .max(2000, "角色对应最多2000个字符")
        .refine((text) => parseRoleMap(text) !== undefined, "须为 部门:3=sales 或 标签:5=sales，多个用逗号分隔")
        .meta({
          label: "企业微信角色对应",
          control: "text",
          help: "部门（含下级）或标签的编号对应的角色编码，如 部门:3=sales,标签:5=sales_manager；没有对应角色的新成员为停用",
        }),
      "",
    ),
    "slack.client_id": word("Slack应用ID", "员工绑定Slack后可在Slack收到消息"),
    "slack.secret": secret("Slack应用密钥", "Slack应用的 Client Secret"),
    // Of the one workspace in which messages are sent: the first who links their Slack account brings them (server/resources/personal/binding/slack.ts).
    "slack.team_id": linked("Slack工作区ID"),
    "slack.team_name": linked("Slack工作区"),
    "slack.bot_token": { ...linked("Slack机器人令牌"), secret: true as const },
    "notify.gateway_url": set(
      z
        .union([z.literal(""), z.url({ protocol: /^https$/ }).max(500)], { error: "外发网关地址须为完整的 https 网址" })
        .meta({
          label: "外发网关地址",
          control: "text",
          help: "通知的APP推送、短信和邮件由它发出；留空则不能使用这些渠道",
        }),
      "",
    ),
    "notify.gateway_secret": secret("外发网关密钥", "每次调用的签名密钥，网关用它验证来源；未设置时不外发"),
    "notify.quiet_hours": set(
      z
        .string()
        .refine((text) => text === "" || readQuietHours(text) !== undefined, "须为 22:00-08:00 这样的时段")
        .meta({
          label: "通知静默时段",
          control: "text",
          help: "如 22:00-08:00（北京时间）：其间通知的企业微信、APP推送、短信和邮件等到结束后再发，站内信立即送达；留空则不设",
        }),
      "",
    ),
    "notify.daily_cap": count(
      "每人每日通知上限",
      0,
      100,
      0,
      "同一接收人每天最多经企业微信、APP推送、短信和邮件收到{}通知，超过的只在站内信；系统公告不计；0为不限",
      "条",
    ),
    "engine.indexnow_key": {
      ...secret(
        "IndexNow密钥",
        "内容发布、修改和下线时把网址推送给必应等搜索引擎；主站须有文件 /密钥.txt，内容就是密钥；留空则不推送",
      ),
      typed: z.union([z.literal(""), z.string().regex(/^[A-Za-z0-9-]{8,128}$/)], {
        error: "须为8–128个字母、数字或 -",
      }),
    },
    "engine.baidu_token": {
      ...secret(
        "百度推送密钥",
        "内容发布时把网址推送给百度：百度搜索资源平台“普通收录”接口地址中的 token；留空则不推送",
      ),
      typed: z.union([z.literal(""), z.string().regex(/^[A-Za-z0-9]{8,64}$/)], {
        error: "须为接口地址中 token= 之后的字母和数字",
      }),
    },
    "mail.host": set(
      z
        .union(
          [
            z.literal(""),
            z
              .string()
              .max(255)
              .regex(/^[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/i),
          ],
          {
            error: "邮件服务器须为主机名或IP地址",
          },
        )
        .meta({
          label: "邮件服务器",
          control: "text",
          help: "SMTP 服务器，发送忘记密码、员工邀请和系统告警的邮件；留空则不发邮件",
        }),
      "",
    ),
    "mail.port": count("邮件服务器端口", 1, 65_535, 465, "连接邮件服务器的{}端口"),
    "mail.tls": pick("邮件加密方式", mailEncryptions, "tls", "与邮件服务器之间使用{}"),
    "mail.user": word("邮件账号", "登录邮件服务器的账号；留空则不登录"),
    "mail.pass": secret("邮件密码", "上述账号的密码或授权码"),
    "mail.from": set(
      z
        .union([z.literal(""), z.email().max(120)], { error: "发件地址须为邮箱地址" })
        .meta({ label: "发件地址", control: "text", help: "邮件的发件人，须是邮件服务器允许的地址" }),
      "",
    ),
  }),
  ...inGroup("dashboard", {
    "analytics.public_enabled": flag("公开看板", true, "关闭后未登录者不能查看ToC数据看板"),
    "analytics.small_cell": count("小样本隐藏", 1, 20, 3, "公开看板的数量只显示{}的整倍数，不足的不显示数值", "个"),
    "briefing.auto_types": set(briefingKinds, []),
  }),
  ...inGroup("seo", {
    "content.approval": pick(
      "内容发布审核",
      approvalModes,
      "off",
      "资讯、文章、视频、报告、专题等的发布和公开后的修改{}；审核人有发布权限，且不是最后修改的人",
    ),
    "content.video_hosts": set(
      z
        .string()
        .max(500, "允许的视频站点最多500个字符")
        .refine((text) => hostNames(text).every(isHostName), "须为域名，如 player.bilibili.com，多个用逗号分隔")
        .meta({
          label: "允许的视频站点",
          control: "text",
          help: "正文中可以嵌入这些域名的视频播放页，多个用逗号分隔",
        }),
      "player.bilibili.com,player.youku.com,www.youtube.com,player.vimeo.com",
    ),
    "content.picture_hosts": set(
      z
        .string()
        .max(500, "允许取回图片的站点最多500个字符")
        .refine((text) => hostNames(text).every(isHostName), "须为域名，如 mmbiz.qpic.cn，多个用逗号分隔")
        .meta({
          label: "允许取回图片的站点",
          control: "text",
          help: "粘贴文章时，这些域名的图片由服务器取回保存，多个用逗号分隔；留空则不取回",
        }),
      "mmbiz.qpic.cn",
    ),
    "seo.noindex_below": count("标签页房源少于N不收录", 0, 50, 3, "房源少于{}的标签页不让搜索引擎收录", "套"),
  }),
} as const;

export type SettingKey = keyof typeof settings;
export type SettingValue<K extends SettingKey> = z.output<(typeof settings)[K]["schema"]>;

export type SecretKey = {
  [K in SettingKey]: (typeof settings)[K] extends { secret: true } ? K : never;
}[SettingKey];

export const definitionOf = (key: SettingKey): Definition<z.ZodType> => settings[key];

export const isSecretKey = (key: SettingKey): key is SecretKey => definitionOf(key).secret === true;

/** The settings that the screen offers. */
export const offeredSettings = (Object.keys(settings) as SettingKey[]).filter((key) => !definitionOf(key).linked);

/** Without these something is left out of what the public reads: the settings screen says so as long as they are empty. */
export const wantedSettings: Partial<Record<SettingKey, string>> = {
  "site.desk_base": "尚未设置工作台地址：公开接口和专题页不含完整网址（图片、分享图、规范链接），站点地图索引不可用。",
  "site.main_base": "尚未设置主站地址：站点地图不可用，内容没有主站链接。",
};

/** Whether mail can be sent: its links lead to the desk. */
export const isMailSet = (values: Readonly<Record<"mail.host" | "mail.from" | "site.desk_base", string>>): boolean =>
  values["mail.host"] !== "" && values["mail.from"] !== "" && values["site.desk_base"] !== "";

/** What nothing reads yet: the API takes it, the screen does not show it. A test holds this against the source. */
const unread = new Set<SettingKey>(["auth.password_days"]);

/** Whether the settings screen shows a setting: something built reads it. */
export const isShownSetting = (key: SettingKey): boolean => !unread.has(key);

const shownGroups = new Set(offeredSettings.filter(isShownSetting).map((key) => definitionOf(key).group));

/** Settings as an object's fields: what forms and audit lines read labels, controls and limits from. */
export const SettingFields = z.object(
  Object.fromEntries(offeredSettings.map((key) => [key, definitionOf(key).schema])),
);

export const hiddenSecret = "******";

const groupNames = Object.keys(settingGroups) as [SettingGroup, ...SettingGroup[]];

const SettingRow = z.object({
  key: z.enum(offeredSettings as [SettingKey, ...SettingKey[]]),
  group: z.enum(groupNames),
  label: z.string(),
  help: z.string().nullable(),
  /** Of a secret only whether it is set: `******` or empty. */
  value: z.json(),
  default: z.json(),
  is_secret: z.boolean(),
  updated_by: ref.nullable(),
  updated_at: z.string().nullable(),
});
export type SettingRow = z.output<typeof SettingRow>;

const SettingItem = z.object({
  key: SettingRow.shape.key,
  /** Null is the default; of a secret an empty text keeps the present value. Whether it is a text is for its key to say. */
  value: z.json().meta({ isLiteral: true }),
  /** The value that was read: a setting that has changed since is not overwritten. Absent for a secret. */
  before: z.json().optional().meta({ isLiteral: true }),
});

export const setting = {
  list: endpoint("GET /api/system/setting", "设置", "system:setting:manage", {
    query: z.object({ group: z.enum(groupNames).optional() }),
    reply: z.array(SettingRow),
  }),
  update: endpoint("PUT /api/system/setting", "修改设置", "system:setting:manage", {
    body: z.object({ items: z.array(SettingItem).min(1, "没有要保存的修改").max(200) }),
    reply: z.array(SettingRow),
  }),
};

export type SettingTab = SettingGroup | "pools" | "notify" | "key" | "option" | "target" | "production";

export const isSettingGroup = (tab: string): tab is SettingGroup => Object.hasOwn(settingGroups, tab);

/** The tabs of the settings screen in their order (domain D.9). */
const allTabs: readonly SettingTab[] = [
  "basic",
  "customer",
  "pools",
  "inquiry",
  "clue",
  "deal",
  "upload",
  "security",
  "notify",
  "key",
  "option",
  "dashboard",
  "seo",
  "target",
  "production",
  "connection",
];

export const settingTabs = allTabs.filter((tab) => !isSettingGroup(tab) || shownGroups.has(tab));
