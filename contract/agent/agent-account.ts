import { z } from "zod";
import { contactKeyword, listQuery, oneOf, page } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { readQuery } from "../read-query";
import { recordRequest, request, rowNumber, screenData } from "../screen-data";
import { agent } from "./agent";
import { accountRoles, accountStatuses } from "./agent-kinds";

const { main: _main, ...subRoles } = accountRoles;

/** The fields of a sub-account; the main account is changed only by a hand-over. */
export const AccountFields = z.object({
  name: field.text("姓名", 30),
  login_phone_cc: field.text("区号", 4).meta({ control: "select", scene: "phone_codes" }),
  login_phone: field.phone("登录手机号"),
  email: field.optional(field.email()),
  /** The main account keeps its own. */
  role: field.choice("角色", subRoles).default("agent"),
  can_report: z.boolean().default(true).meta({ label: "可报备", control: "switch" }),
  can_view_all: z.boolean().default(false).meta({ label: "可看全部报备", control: "switch" }),
});
export type AccountFields = z.output<typeof AccountFields>;

export const AccountUpdate = AccountFields.extend({ version: field.version() });
export const AccountDisable = z.object({ reason: field.reason("停用原因") });

export const AccountRow = field.rowOf(
  AccountFields,
  ["name", "login_phone_cc", "email", "can_report", "can_view_all"],
  {
    ...field.record(),
    agent_id: z.int(),
    /** Masked for callers who may not manage accounts. */
    login_phone: field.read(AccountFields.shape.login_phone),
    is_main: z.boolean().meta({ label: "主账号" }),
    role: field.choice("角色", accountRoles),
    clue_count: z.int().meta({ label: "报备数" }),
    last_login_at: field.instant("最近登录").nullable(),
    status: field.choice("状态", accountStatuses),
    status_reason: z.string().nullable().meta({ label: "停用原因" }),
    created_at: field.instant("创建时间"),
    can: field.can("edit", "enable", "disable", "reset", "transfer", "unregister", "delete"),
  },
);
export type AccountRow = z.output<typeof AccountRow>;

const path = "/api/agent/{agent_id}/account";
const permission = "agent:account:manage";
/** Shown once, to the caller who set it. */
const FirstPassword = z.object({ id: z.int(), initial_password: z.string() });

export const agentAccount = {
  list: endpoint(`GET ${path}`, "子账号列表", [permission, "agent:agent:view"], {
    kind: "agent_account",
    query: listQuery(
      { keyword: contactKeyword(), role: oneOf(accountRoles), status: oneOf(accountStatuses) },
      ["created_at", "name", "last_login_at"],
      "created_at",
    ),
    reply: page(AccountRow).extend({ used: z.int(), limit: z.int() }),
  }),
  get: endpoint(`GET ${path}/{id}`, "子账号详情", [permission, "agent:agent:view"], { reply: AccountRow }),
  create: endpoint(`POST ${path}`, "新增子账号", permission, { body: AccountFields, reply: FirstPassword }),
  update: endpoint(`PUT ${path}/{id}`, "编辑子账号", permission, { body: AccountUpdate, reply: AccountRow }),
  remove: endpoint(`DELETE ${path}/{id}`, "删除子账号", permission, { reply: z.null() }),
  enable: endpoint(`PATCH ${path}/{id}/enable`, "启用子账号", permission, { reply: AccountRow }),
  disable: endpoint(`PATCH ${path}/{id}/disable`, "停用子账号", permission, {
    body: AccountDisable,
    reply: AccountRow,
  }),
  resetPassword: endpoint(`PATCH ${path}/{id}/reset-password`, "重置子账号密码", permission, { reply: FirstPassword }),
  transferMain: endpoint(`PATCH ${path}/{id}/transfer-main`, "移交主账号", permission, { reply: AccountRow }),
};

export const agentAccountScreens = {
  "/agent/list/childAgent": screenData("list", ({ search }) => {
    const agent_id = rowNumber(search.get("agent_id")) ?? 0;
    return {
      agent: recordRequest(agent.get, search.get("agent_id")),
      page: request(agentAccount.list, {
        params: { agent_id },
        query: readQuery(search, agentAccount.list),
      }),
    };
  }),
};
