import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import * as login from "~/app/routes/sign-in/login";
import * as setCenter from "~/app/routes/system/set-center/set-center";
import { auth } from "~/contract/sign-in/auth";
import { hashPassword } from "~/server/identity/password-rule";
import { mailSender } from "~/server/outbox/outbox";
import { startMailServer } from "../../../support/mail-server";
import { enter, routeTest } from "../../../support/route-test";

const { api, staff, open } = routeTest({ path: "/login", module: login });
const admin = staff({ role: "super_admin" });
const lin = staff({ name: "林顾问", email: "lin@demo.test", password_hash: await hashPassword("First-password-1") });

let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.arrived.length = 0;
  await server.use(api.services);
});

/** What the link of the last mail adds to /login. */
async function linkTail(): Promise<string> {
  await mailSender(api.services).runDue();
  return /\/login(\?reset=1#\S+)/.exec(server.arrived.at(-1)?.text ?? "")?.[1] ?? "";
}

it("asks for a mail from the sign-in, and says what follows whoever it was", async () => {
  const { actor, place } = await open("", { as: "nobody" });
  await actor.click(await screen.findByRole("link", { name: "忘记密码" }));
  await waitFor(() => expect(place.href).toBe("/login?reset=1"));
  await actor.click(await screen.findByRole("button", { name: "发送邮件" }));
  expect(await screen.findByText("请输入邮箱")).toBeDefined();
  await enter(actor, screen.getByLabelText("邮箱"), "lin@demo.test");
  await actor.click(screen.getByRole("button", { name: "发送邮件" }));
  expect(await screen.findByText(/^如果 lin@demo\.test 是在职员工的登录邮箱/)).toBeDefined();
  expect(await linkTail()).toMatch(/^\?reset=1#[\w-]{43}$/);
});

it("sets a password by the link: refused words are told on their field, and the link is gone then", async () => {
  await api.send(auth.forgotPassword, { body: { email: lin.email } });
  const tail = await linkTail();
  const { actor, place } = await open(tail, { as: "nobody" });
  expect(await screen.findByText("林顾问 · lin@demo.test")).toBeDefined();
  const [first, again] = [screen.getByLabelText("新密码"), screen.getByLabelText("再次输入新密码")];
  await enter(actor, first, "Second-password-2");
  await enter(actor, again, "Second-password-3");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("两次输入的新密码不一致")).toBeDefined();
  for (const field of [first, again]) {
    await actor.clear(field);
    await enter(actor, field, "First-password-1");
  }
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("新密码不能与最近3次使用的密码相同")).toBeDefined();
  for (const field of [first, again]) {
    await actor.clear(field);
    await enter(actor, field, "Second-password-2");
  }
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("密码已设置，请登录")).toBeDefined();
  await waitFor(() => expect(place.href).toBe("/login"));
});

it("offers a new mail where a link is used up", async () => {
  const { actor } = await open(`?reset=1#${"x".repeat(43)}`, { as: "nobody" });
  expect(await screen.findByText("链接已失效")).toBeDefined();
  await actor.click(screen.getByRole("link", { name: "重新获取" }));
  expect(await screen.findByRole("button", { name: "发送邮件" })).toBeDefined();
});

it("tries the mail settings from their section", async () => {
  const { actor } = await open("/system/setCenter?tab=connection", {
    path: "/system/setCenter",
    module: setCenter,
    as: admin,
  });
  await actor.click(await screen.findByText("邮件", { selector: "summary" }));
  await actor.click(screen.getByRole("button", { name: "发送测试邮件" }));
  const form = within(await screen.findByRole("dialog", { name: "发送测试邮件" }));
  await actor.click(await form.findByRole("button", { name: "发送" }));
  expect(await screen.findByText("邮件服务器已接收，请到收件箱查看")).toBeDefined();
  expect(server.arrived).toMatchObject([{ to: [admin.email], subject: "【新房工作台】测试邮件" }]);
});
