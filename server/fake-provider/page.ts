import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { Person } from "./staff";

const style = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:#f1f5fb;color:#1f2329;
font:15px/1.5 -apple-system,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{width:100%;max-width:440px;padding:28px;border-radius:12px;background:#fff;box-shadow:0 6px 24px #1f3b7014}
h1{margin:0 0 4px;font-size:20px}
p{margin:0 0 16px;color:#5f6b7a;font-size:14px}
fieldset{margin:0 0 16px;padding:0;border:0}
legend,.label{display:block;margin-bottom:6px;padding:0;font-weight:600}
.people{max-height:288px;overflow:auto;border:1px solid #d5dce6;border-radius:8px}
.people label{display:flex;gap:10px;align-items:center;min-height:48px;padding:6px 12px;cursor:pointer}
.people label+label{border-top:1px solid #edf0f5}
.people label:has(:checked){background:#eaf2ff}
.people small{display:block;color:#5f6b7a}
input[type=password]{width:100%;height:44px;padding:0 12px;border:1px solid #b8c2d0;border-radius:8px;font:inherit;font-size:16px}
:focus-visible{outline:2px solid #257fff;outline-offset:1px}
.error{margin:0 0 16px;padding:10px 12px;border-radius:8px;background:#fdecec;color:#b42318}
.acts{display:flex;flex-direction:row-reverse;gap:12px;margin-top:20px}
button{flex:1;height:44px;border:1px solid #b8c2d0;border-radius:8px;background:#fff;color:inherit;font:inherit;cursor:pointer}
button.main{border-color:#1a6be0;background:#1a6be0;color:#fff;font-weight:600}
[hidden]{display:none!important}
@media (prefers-color-scheme:dark){body{background:#14171c;color:#e6e9ee}main{background:#1e2229;box-shadow:none}
p,.people small{color:#a5afbd}.people{border-color:#39414d}.people label+label{border-color:#2b313a}.people label:has(:checked){background:#1d3557}
input[type=password],button{background:#1e2229;border-color:#4b5563;color:inherit}.error{background:#442020;color:#ffb4ab}}
`;

/** WeCom refuses an address without this end, which no server sees: the page's script looks for it. */
const script = `
const complete = location.hash === "#wechat_redirect";
document.querySelector("form").hidden = !complete;
document.querySelector("#incomplete").hidden = complete;
document.querySelector("[name=hash]").value = location.hash;
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** A page with the headers to send. */
export interface Page {
  text: string;
  headers: Record<string, string>;
}

type Markup = ReturnType<typeof html>;

async function pageOf(title: string, content: Markup): Promise<Page> {
  const text =
    await html`<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><style>${raw(style)}</style></head><body><main>${content}</main></body></html>`;
  return { text: String(text), headers };
}

/** A page with nothing to do on it. */
export const noticePage = (title: string, words: string): Promise<Page> =>
  pageOf(title, html`<h1>${title}</h1><p>${words}</p>`);

interface SignIn {
  title: string;
  action: string;
  people: Person[];
  /** What the form carries along. */
  hidden?: Record<string, string>;
  chosen?: number;
  error?: string;
  /** Shown only at an address that ends as WeCom's must. */
  needsHash?: boolean;
}

/** The page that asks who one is. */
export function signInPage(asked: SignIn): Promise<Page> {
  const { title, action, people, hidden = {}, error, needsHash = false } = asked;
  return pageOf(
    title,
    html`<h1>${title}</h1>
<p>这里代替真正的登录服务，只在本机的演示数据上出现。请选择一位演示员工，并输入演示密码。</p>
${error ? html`<div class="error" role="alert">${error}</div>` : ""}
${needsHash ? html`<div class="error" role="alert" id="incomplete">链接不完整：缺少 #wechat_redirect，请返回登录页重试。</div>` : ""}
<form method="post" action="${action}"${needsHash ? raw(" hidden") : ""}>
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${needsHash ? html`<input type="hidden" name="hash" value="">` : ""}
<fieldset><legend>演示员工</legend><div class="people">${people.map((one, index) => choice(one, asked.chosen ?? people[0]?.id, index))}</div></fieldset>
<label class="label" for="password">演示密码</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="64" required>
<div class="acts"><button class="main" name="act" value="sign-in">登录</button><button name="act" value="cancel" formnovalidate>取消</button></div>
</form>${needsHash ? html`<script>${raw(script)}</script>` : ""}`,
  );
}

const choice = ({ id, name, email, roles, team, isEnabled }: Person, chosen: number | undefined, index: number) =>
  html`<label><input type="radio" name="person" value="${id}"${id === chosen ? raw(" checked") : ""}${index === 0 ? raw(" required") : ""}>
<span>${name}${isEnabled ? "" : "（已停用）"}<small>${[roles, team, email].filter(Boolean).join(" · ")}</small></span></label>`;
