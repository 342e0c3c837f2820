import { z } from "zod";
import { endpoint } from "../endpoint";
import * as field from "../field";

/** What an installation that people work with should have (domain F.5), in the order in which it is told. */
export const productionNeeds = {
  own_data: {
    title: "数据库中是演示数据",
    text: "演示数据不能清除。正式使用请换一个空的数据目录或数据库，以 DEMO=0 启动。",
  },
  backup: {
    title: "没有自动备份",
    text: "设置 BACKUP_DIR 后每天 04:30 备份；PostgreSQL 自有的连续归档不在此列，用了可忽略。",
  },
  other_disk: {
    title: "备份与数据在同一块磁盘",
    text: "磁盘损坏时会一起丢失。把 BACKUP_DIR 放到另一块磁盘，并每天复制到另一台机器。",
  },
  address: {
    title: "没有设置 https 的工作台地址",
    text: "在“基础设置”填写工作台地址，消息和邮件中的链接由此而来；员工应经 https 打开本系统。",
  },
  proxy: {
    title: "没有声明反向代理",
    text: "经 nginx、Caddy 等代理访问时设置 TRUST_PROXY=1，否则所有访问者都是同一个地址，登录限制和黑名单会误伤。",
  },
  receiver: {
    title: "告警没有站外的接收方",
    text: "在“Webhook”新增一个并订阅“系统告警”，故障时才能在系统之外得知。",
  },
  metrics: {
    title: "没有接入监控",
    text: "设置 METRICS_PORT 或 METRICS_TOKEN 后由 Prometheus 采集；服务器停止时，只有外部监控能发现。",
  },
  second_admin: {
    title: "只有一位超级管理员",
    text: "忘记密码或离职时没有别人能恢复。再给一位员工超级管理员角色。",
  },
} as const;
export type ProductionNeed = keyof typeof productionNeeds;

export const Alert = z.object({
  key: z.string(),
  title: z.string().meta({ label: "告警" }),
  content: z.string().meta({ label: "说明" }),
  since: field.instant("开始时间"),
});
export type Alert = z.output<typeof Alert>;

export const Production = z.object({
  /** The newest first. */
  alerts: z.array(Alert),
  needs: z.array(z.enum(Object.keys(productionNeeds) as [ProductionNeed])),
});
export type Production = z.output<typeof Production>;

export const production = {
  get: endpoint("GET /api/system/production", "运行状态", "system:setting:manage", { reply: Production }),
};
