import { z } from "zod";
import { endpoint } from "../endpoint";
import { email } from "../field";

export const Credentials = z.object({
  email: email(),
  password: z
    .string({ error: "请输入密码" })
    .min(1, "请输入密码")
    .max(64, "密码不能超过64个字")
    .meta({ label: "密码", control: "password" }),
  remember: z.boolean().default(false).meta({ label: "记住我", control: "switch" }),
});

/** How long a password is at least, whatever the settings say, and at most. */
export const passwordLength = { least: 10, most: 64 };

/** The server adds what only it knows: the length of the settings, and which ones are common. */
const newPassword = z
  .string({ error: "请输入新密码" })
  .min(passwordLength.least, `新密码至少${passwordLength.least}位`)
  .max(passwordLength.most, `新密码不能超过${passwordLength.most}位`)
  .refine(
    (value) => [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(value)).length >= 3,
    "新密码须含大写字母、小写字母、数字、符号中的三种",
  )
  .meta({
    label: "新密码",
    control: "password",
    help: `至少${passwordLength.least}位，须含大写字母、小写字母、数字、符号中的三种，不能是常见密码`,
  });

export const PasswordChange = z.object({
  old_password: z
    .string({ error: "请输入原密码" })
    .min(1, "请输入原密码")
    .max(64)
    .meta({ label: "原密码", control: "password" }),
  new_password: newPassword,
});

const linkToken = z
  .string({ error: "缺少链接中的凭证" })
  .length(43, "链接不完整，请从邮件中重新打开")
  .meta({ label: "凭证" });

/** A password set by the link of a mail. */
export const PasswordReset = z.object({ token: linkToken, new_password: newPassword });

/** How long the link of a mail can be used: asked for by somebody who forgot the password, and sent by an administrator. */
export const linkLives = { minutes: 30, hours: 72 };

/** What WeCom sends the visitor back with. */
export const WecomCode = z.object({
  code: z.string({ error: "缺少授权码" }).min(1, "缺少授权码").max(512, "授权码不正确").meta({ label: "授权码" }),
});

/** What a page registers with at WeCom's JS-SDK. */
const PageSignature = z.object({ nonce: z.string(), timestamp: z.int(), signature: z.string() });

export const auth = {
  login: endpoint("POST /api/auth/login", "登录", "public", {
    body: Credentials,
    reply: z.object({
      access_token: z.string(),
      token_type: z.literal("Bearer"),
      expires_in: z.int(),
      must_change_password: z.boolean(),
    }),
  }),
  link: endpoint("GET /api/auth/link", "企业微信授权配置", "public", {
    query: z.object({ platform: z.enum(["wecom"]) }),
    reply: z.object({
      appid: z.string(),
      oauth2_login_url: z.url(),
      agentid: z.string().optional(),
      bind_attempt: z.boolean(),
    }),
  }),
  wecom: endpoint("POST /api/auth/wecom", "企业微信登录", "public", {
    body: WecomCode,
    reply: z.object({
      access_token: z.string(),
      expires_in: z.int(),
      name: z.string(),
      userid: z.string(),
    }),
  }),
  jsConfig: endpoint("GET /api/auth/wecom/js-config", "企业微信页面签名", "signed-in", {
    query: z.object({
      url: z
        .url({ protocol: /^https?$/, error: "页面地址须以 http:// 或 https:// 开头" })
        .max(4000, "页面地址不能超过4000个字")
        .meta({ label: "页面地址" }),
    }),
    reply: z.object({
      corp_id: z.string(),
      agent_id: z.string(),
      corp: PageSignature,
      agent: PageSignature,
    }),
  }),
  forgotPassword: endpoint("POST /api/auth/password/forgot", "忘记密码", "public", {
    unkeyed: "asks for one mail each time",
    body: z.object({ email: email() }),
    reply: z.null(),
  }),
  checkLink: endpoint("POST /api/auth/password/check", "检查密码链接", "public", {
    isRead: true,
    body: z.object({ token: linkToken }),
    reply: z.object({ name: z.string(), email: z.string() }),
  }),
  resetPassword: endpoint("POST /api/auth/password/reset", "用链接设置密码", "public", {
    unkeyed: "uses its link up",
    body: PasswordReset,
    reply: z.null(),
  }),
  logout: endpoint("POST /api/auth/logout", "退出登录", "signed-in", {
    unkeyed: "ends a session that may have ended",
    reply: z.null(),
  }),
};
