import { z } from "zod";
import { endpoint, redirect } from "../endpoint";

/** The accounts elsewhere that a member of staff may join to their own. */
export const platforms = { wecom: "企业微信", slack: "Slack", sso: "单点登录" } as const;
export type Platform = keyof typeof platforms;

const code = z.string().trim().min(1, "缺少授权码").max(512).meta({ label: "授权码" });

export const binding = {
  slack: endpoint("GET /crm/customer/auth/slack", "Slack绑定状态", "signed-in", {
    /** Where the visitor is, and comes back to: an address of this site. */
    query: z.object({ redirect: z.string().max(500).optional() }),
    reply: z.object({
      linked: z.boolean(),
      slack_user_id: z.string().nullable(),
      team_name: z.string().nullable(),
      /** Where Slack asks for consent; good for ten minutes and one use. Null where Slack is not configured. */
      authorize_url: z.string().nullable(),
    }),
  }),
  unlinkSlack: endpoint("DELETE /crm/customer/auth/slack", "解绑Slack", "signed-in", { reply: z.null() }),
  slackReturn: endpoint("GET /api/auth/slack/callback", "Slack授权返回", "public", {
    query: z.object({ code: z.string().max(512).optional(), state: z.string().max(2_000).optional() }),
    reply: redirect,
  }),
  bindWecom: endpoint("POST /api/user/binding/wecom", "绑定企业微信", "signed-in", {
    body: z.object({ code }),
    unkeyed: "the platform takes a code once",
    reply: z.null(),
  }),
  bindSso: endpoint("POST /api/user/binding/sso", "绑定单点登录", "signed-in", {
    body: z.object({
      access_token: z.string().trim().min(1, "缺少访问令牌").max(16_000).meta({ label: "访问令牌", isLiteral: true }),
    }),
    unkeyed: "binds the same account again",
    reply: z.null(),
  }),
  unbind: endpoint("DELETE /api/user/binding/{platform}", "解绑账号", "signed-in", { reply: z.null() }),
};
