import { z } from "zod";
import { bit, chosenIds, listQuery, oneOf, page, queryDays, queryId, ref } from "../common";
import { platforms } from "../customer/customer-user";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { listData } from "../screen-data";
import { externalId, signedEndpoint, TakenIn } from "../signed";
import type { WhereOptions } from "../where";
import { agentLoginFailures, agentLoginMethods, agentLoginResults } from "./agent-kinds";

export const loginDays = 365;

export const comparedLogins = 5;

export const AgentLoginRow = z.object({
  id: field.id(),
  at: field.instant("时间"),
  /** Null: nobody knows the name that was typed. */
  agent: ref.nullable().meta({ label: "代理" }),
  account: ref.nullable().meta({ label: "账号" }),
  /** As it was typed, masked. */
  login_name: z.string().meta({ label: "登录名" }),
  platform: z.string().meta({ label: "平台", options: platforms }),
  method: z.string().meta({ label: "方式", options: agentLoginMethods }),
  ip: z.string().nullable().meta({ label: "IP" }),
  ip_region: z.string().nullable().meta({ label: "属地" }),
  /** From another region than the account's last five sign-ins. */
  is_remote: z.boolean().meta({ label: "异地登录" }),
  device: z.string().nullable().meta({ label: "设备" }),
  result: z.string().meta({ label: "结果", options: agentLoginResults }),
  fail_reason: z.string().nullable().meta({ label: "失败原因", options: agentLoginFailures }),
});
export type AgentLoginRow = z.output<typeof AgentLoginRow>;

const filters = {
  agent_id: queryId().meta({ label: "代理", scene: "agents" }),
  account_id: queryId().meta({ label: "账号" }),
  result: oneOf(agentLoginResults),
  platform: oneOf(platforms),
  remote: bit().meta({ label: "异地登录" }),
  ...queryDays("at"),
};
const sorts = ["at"] as const;
const permission = "agent:login:view";
const where = { row: AgentLoginRow } satisfies WhereOptions;

const AgentLoginIntake = z
  .object({
    external_id: externalId(),
    login_name: field.text("登录名", 50),
    phone_cc: field.optional(field.text("区号", 4)),
    platform: field.choice("平台", platforms).default("agent_portal"),
    method: field.choice("方式", agentLoginMethods),
    result: field.choice("结果", agentLoginResults),
    fail_reason: field.optional(field.choice("失败原因", agentLoginFailures)),
    ip: field.optional(field.text("IP", 45)),
    device: field.optional(field.text("设备", 200)),
    at: field.instant("时间"),
  })
  .superRefine(({ result, fail_reason }, context) => {
    const wrong = (message: string) => context.addIssue({ code: "custom", path: ["fail_reason"], message });
    if (result === "failed" && !fail_reason) wrong("请选择失败原因");
    if (result === "success" && fail_reason) wrong("登录成功时没有失败原因");
  });
export type AgentLoginIntake = z.output<typeof AgentLoginIntake>;

export const agentLogin = {
  list: endpoint("GET /api/agent/login-log", "代理登录记录", permission, {
    query: listQuery(filters, sorts, "-at"),
    where,
    reply: page(AgentLoginRow).extend({
      /** Of today, in the caller's scope, whatever the filter. */
      summary: field.counts("logins", "failed", "remote"),
    }),
  }),
  export: endpoint("GET /api/agent/login-log/export", "导出代理登录记录", permission, {
    query: listQuery(
      { ...filters, reason: field.optionValue("导出原因", "export_reason"), ids: chosenIds() },
      sorts,
      "-at",
    ),
    where,
    reply: file,
  }),
};

export const agentLoginIntake = {
  login: signedEndpoint("POST /api/agent/login-log/intake", "接入代理登录记录", {
    body: AgentLoginIntake,
    /** Sessions of the account that began before have ended; null: none had to, or nobody has the name. */
    reply: TakenIn.extend({ sessions_ended_at: field.instant("会话失效时间").nullable() }),
  }),
};

export const agentLoginScreens = { "/agent/agentLogin": listData(agentLogin.list) };
