import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { token } from "~/app/api/cookie";
import { persisted } from "~/app/browser/persisted";
import * as home from "~/app/routes/home";
import * as login from "~/app/routes/sign-in/login";
import * as weAuth from "~/app/routes/sign-in/we-auth";
import { bindSso, expectWecomBinding } from "~/app/session/binding-return";
import { session, user } from "~/server/database/tables/system/system";
import { checkPassword, hashPassword } from "~/server/identity/password-rule";
import { sealSetting } from "~/server/lib/settings";
import { setSetting, testNow } from "../../../support/factories";
import { startPlatform } from "../../../support/platform";
import { type Actor, routeTest } from "../../../support/route-test";

// The ways in and out, on the real API.

const password = "First-password-1";
const Place = () => <p>到了</p>;
const others = { "/": home, "/dashboard": Place, "/personal-center": Place };
const { db, api, staff, open } = routeTest({ path: "/login", module: login, others });
const lin = staff({ name: "林顾问", password_hash: await hashPassword(password), must_change_password: true });
const chen = staff({ name: "陈顾问" });
const wecomBack = { path: "/weAuth", module: weAuth };
const rowOf = async ({ id }: { id: number }) => (await db.select().from(user).where(eq(user.id, id)))[0];

let platform: Awaited<ReturnType<typeof startPlatform>>;
beforeAll(async () => {
  const valid = { active: true, sub: "lin-at-sso", aud: "desk", exp: testNow.getTime() / 1000 + 3600 };
  const answers: Record<string, object> = {
    "/cgi-bin/gettoken": { errcode: 0, errmsg: "ok", access_token: "company", expires_in: 7200 },
    "/cgi-bin/auth/getuserinfo": { errcode: 0, errmsg: "ok", userid: "lin" },
    "/oauth/v2/introspect": valid,
  };
  platform = await startPlatform(({ path }) => ({ json: answers[path] ?? {} }));
  api.services.platforms = { wecom: platform.url };
});
afterAll(() => platform.close());
beforeEach(async () => {
  await setSetting(db, "wecom.corp_id", "corp");
  await setSetting(db, "wecom.secret", sealSetting(api.services, "wecom.secret", "secret"));
});
afterEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, "", "/");
});

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** Sends the form. While one attempt is on its way the button takes no other. */
async function signIn(actor: Actor, secret: string) {
  type("邮箱", lin.email);
  type("密码", secret);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "登录" });
  await waitFor(() => expect(button.disabled).toBe(false));
  await actor.click(button);
}
const changing = async () => within(await screen.findByRole("dialog", { name: "修改密码" }));
async function change(actor: Actor, old: string) {
  const dialog = await changing();
  for (const [label, value] of [
    ["原密码", old],
    ["新密码", "Second-password-2"],
    ["再次输入新密码", "Second-password-2"],
  ] as const)
    fireEvent.change(dialog.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
  await actor.click(dialog.getByRole("button", { name: "保存" }));
}

it("signs in by password; a first one is changed before anything else", async () => {
  const { actor, place } = await open("", { as: "nobody" });
  await screen.findByLabelText("邮箱");
  await signIn(actor, "Wrong-password-1");
  // Told once, and what was typed stays.
  expect(await screen.findAllByText("邮箱或密码错误")).toHaveLength(1);
  await waitFor(() => expect(screen.getByLabelText("密码").getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByLabelText("邮箱")).toHaveProperty("value", lin.email);
  expect(screen.getByLabelText("密码")).toHaveProperty("value", "Wrong-password-1");
  expect(place.href).toBe("/login");
  expect(token()).toBeUndefined();
  await signIn(actor, password);
  expect(await screen.findByText("登录成功！")).toBeDefined();
  // An error stays until it is closed, or until what it was about is tried again.
  await waitFor(() => expect(screen.queryByText("邮箱或密码错误")).toBeNull());

  await change(actor, password);
  expect(await screen.findByText("密码已修改")).toBeDefined();
  await waitFor(() => expect(place.href).toBe("/dashboard"));
  const changed = await rowOf(lin);
  expect(changed?.must_change_password).toBe(false);
  expect(await checkPassword(changed?.password_hash ?? "", "Second-password-2")).toBe(true);
});

it("a first password must be changed: the dialog's only way out is to sign out", async () => {
  const { actor, place } = await open("", { as: "nobody" });
  await screen.findByLabelText("邮箱");
  await signIn(actor, password);
  await changing();
  await actor.keyboard("{Escape}");
  await change(actor, "Not-the-password-1");
  expect(await screen.findByText("原密码错误")).toBeDefined();
  await actor.click((await changing()).getByRole("button", { name: "退出登录" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(place.href).toBe("/login"));
  expect(token()).toBeUndefined();
});

it("记住我 fills the form at the next sign-in, and only then is anything kept", async () => {
  await db.update(user).set({ must_change_password: false }).where(eq(user.id, lin.id));
  const first = await open("", { as: "nobody" });
  await first.actor.click(await screen.findByLabelText("记住我"));
  await signIn(first.actor, password);
  await waitFor(() => expect(first.place.href).toBe("/dashboard"));
  first.unmount();

  const second = await open("?out=1", { as: lin });
  await waitFor(() => expect(second.place.href).toBe("/login"));
  expect(await screen.findByLabelText("密码")).toHaveProperty("value", password);
  expect(screen.getByLabelText("邮箱")).toHaveProperty("value", lin.email);
  expect(screen.getByLabelText("记住我")).toHaveProperty("checked", true);
  await second.actor.click(screen.getByLabelText("记住我"));
  await signIn(second.actor, password);
  await waitFor(() => expect(second.place.href).toBe("/dashboard"));
  expect(persisted().user.loginInfo).toEqual({ password: "", email: "", remember: false });
  expect(JSON.stringify({ ...window.localStorage })).not.toContain(password);
});

it("signs out, here and on the server", async () => {
  const { place } = await open("?out=1", { as: chen });
  await waitFor(() => expect(place.href).toBe("/login"));
  expect(token()).toBeUndefined();
  await waitFor(async () => expect(await db.$count(session, isNull(session.ended_at))).toBe(0));
});

it("signs in by WeCom", async () => {
  await db.update(user).set({ wecom_userid: "lin" }).where(eq(user.id, lin.id));
  const state = "/dashboard_false";
  window.localStorage.setItem("wecom_state", JSON.stringify({ state, at: testNow.getTime() }));
  const at = `/weAuth?${new URLSearchParams({ code: "c1", state })}`;
  window.history.replaceState(null, "", at);
  const { place } = await open(at, { ...wecomBack, as: "nobody" });
  expect(await screen.findByText("登录成功！")).toBeDefined();
  await waitFor(() => expect(place.href).toBe("/dashboard"));
  expect(await db.select().from(session).where(eq(session.method, "wecom"))).toMatchObject([{ user_id: lin.id }]);
});

it("binds a WeCom account and one of the provider to whoever is signed in", async () => {
  expectWecomBinding("binding-1");
  const at = "/weAuth?code=c1&state=binding-1";
  window.history.replaceState(null, "", at);
  const { place } = await open(at, { ...wecomBack, as: chen });
  expect(await screen.findByText("已绑定企业微信")).toBeDefined();
  await waitFor(() => expect(place.href).toBe("/personal-center"));
  expect(await rowOf(chen)).toMatchObject({ wecom_userid: "lin" });

  api.services.allowsPrivateSso = true;
  await setSetting(db, "sso.host", platform.url);
  await setSetting(db, "sso.client_id", "desk");
  await setSetting(db, "sso.api_client_id", "desk-api");
  await setSetting(db, "sso.api_secret", sealSetting(api.services, "sso.api_secret", "secret"));
  expect(await bindSso("theirs")).toBe("/personal-center");
  expect(await screen.findByText("已绑定单点登录")).toBeDefined();
  expect(await rowOf(chen)).toMatchObject({ sso_subject: "lin-at-sso" });
});
