import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { article } from "~/contract/article/article";
import { contentVisit } from "~/server/database/tables/content/content";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { findings, overflow } from "~/test/support/axe";
import { expectErrors, failedRequest, openPage } from "~/test/support/browser";
import { callerOf } from "~/test/support/caller";
import { makeEstate } from "~/test/support/estate";
import { makeMedia, makeUser, setSetting } from "~/test/support/factories";
import { ownServer } from "~/test/support/own-server";
import { putArticle, putSpecial } from "~/test/support/public-pages";
import { testFolder } from "~/test/support/test-folder";
import { build } from "../../../docs/sample-site/build.mjs";

const { db, api, baseUrl, show } = await ownServer();

const out = join(testFolder(), "site");
const key = "public-key-of-the-site";
const rebuild = () => build({ desk: baseUrl, key, out });
const types: Readonly<Record<string, string>> = { ".css": "text/css", ".js": "text/javascript" };

/** The built site, as a web server gives it. */
let site: Server;
let origin: string;
beforeAll(async () => {
  site = createServer(async ({ url = "/" }, reply) => {
    const { pathname } = new URL(url, "http://site");
    const file = pathname.endsWith("/") ? `${pathname}index.html` : extname(pathname) ? pathname : `${pathname}.html`;
    const content = await readFile(join(out, file)).catch(() => undefined);
    reply.writeHead(content ? 200 : 404, { "content-type": types[extname(file)] ?? "text/html" }).end(content);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`; // it listens on a port
});
afterAll(() => new Promise<void>((resolve) => void site.close(() => resolve())));

async function picture(uploader: number): Promise<number> {
  const file = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#3478c0" } })
    .png()
    .toBuffer();
  const { id, key: name } = await makeMedia(db, { uploader, scene: "content", is_private: false });
  await api.services.storage.write(name, new Blob([new Uint8Array(file)]).stream(), file.length);
  return id;
}

test("visitors of the built site read, ask, talk and are counted; what is published is there one rebuild later", async () => {
  const { id: staff } = await makeUser(db, { role: "super_admin", name: "郑主管" });
  const always = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "23:59" };
  for (const [name, value] of Object.entries({
    ...{ "site.name": "云汀", "site.main_base": origin, "site.desk_base": baseUrl, "site.origins": origin },
    ...{ "site.public_key": key, "inquiry.work_hours": always, "inquiry.holidays": [] },
  }))
    await setSetting(db, name, value);
  const cover_id = await picture(staff);
  const estate = await makeEstate(db, { name: "云汀·湾岸塔", slug: "bay" });
  await putArticle(db, "old-news", { title: "去年的新闻", cover_id });
  const { id: draft } = await putArticle(db, "fresh-news", {
    ...{ title: "今天的新闻", cover_id, publish_status: "draft", publish_at: null },
  });
  await putSpecial(db, "open-day", { title: "开放日", cover_id, estate_ids: [estate.id] });
  await rebuild();

  // From the list to a record, whose visit is told.
  // What says that it is a headless browser is counted as little as a crawler.
  const page = await openPage({ wxwork: true });
  await page.goto(origin);
  await page.getByRole("link", { name: "房源", exact: true }).click();
  const told = page.waitForResponse((reply) => reply.url().endsWith("/api/public/track"));
  await page.getByRole("link", { name: "云汀·湾岸塔" }).click();
  await page.getByRole("heading", { name: "云汀·湾岸塔", level: 1 }).waitFor();
  expect((await told).status()).toBe(204);
  await expect.poll(() => overflow(page)).toEqual([]);

  // The form says what is wrong, then the inquiry is in the desk.
  await page.getByLabel("姓名").fill("门外人");
  // Nobody fills in a form within two seconds.
  await page.waitForFunction(() => performance.now() > 2_500);
  await page.getByLabel("手机号").fill("12");
  expectErrors(failedRequest);
  await page.getByLabel("留言").fill("想看两居");
  await page.getByRole("button", { name: "提交" }).click();
  await page.getByText("手机号格式不正确").waitFor();
  await page.getByLabel("手机号").fill("19900000001");
  await page.getByRole("button", { name: "提交" }).click();
  await page.getByText(/^提交成功，顾问会尽快与您联系。（XJ\d{10}）$/).waitFor();
  expect(await db.select().from(inquiry)).toMatchObject([
    { name: "门外人", kind: "estate", estate_id: estate.id, content: "想看两居", page_url: `${origin}/estate/bay` },
  ]);
  const inDesk = await openPage();
  await show(inDesk, staff, "/inquiry/all-inquiry?view=all");
  await inDesk.getByText("门外人").first().waitFor();

  // The chat window, and its answer.
  await page.getByRole("button", { name: /在线咨询/ }).click();
  const inside = page.frameLocator("iframe");
  await inside.getByRole("textbox", { name: "输入消息" }).fill("周末可以看房吗");
  await inside.getByRole("button", { name: "发送", exact: true }).click();
  await show(inDesk, staff, "/inquiry/chat-inquiry?tab=waiting");
  await inDesk.getByRole("link", { name: /周末可以看房吗/ }).click();
  await inDesk.getByRole("textbox", { name: "回复内容" }).fill("可以，周六上午");
  await inDesk.getByRole("button", { name: /发送$/ }).click();
  await inside.getByText("可以，周六上午").waitFor();

  const visits = () =>
    db.select({ id: contentVisit.target_id }).from(contentVisit).where(eq(contentVisit.kind, "estate"));
  await expect.poll(visits).toEqual([{ id: estate.id }]);

  // A special page with its form, and news that is published meanwhile.
  const onPhone = await openPage({ phone: true });
  await onPhone.goto(`${origin}/special/open-day`);
  await onPhone.getByRole("heading", { name: "开放日", level: 1 }).waitFor();
  await onPhone.getByRole("button", { name: "提交" }).waitFor();
  await expect.poll(() => overflow(onPhone)).toEqual([]);
  await onPhone.getByRole("link", { name: "资讯", exact: true }).click();
  await onPhone.getByRole("link", { name: "去年的新闻" }).waitFor();
  await expect.poll(() => onPhone.getByText("今天的新闻").count()).toBe(0);
  const call = callerOf(baseUrl, await api.tokenOf(staff));
  const { data } = await call(article.get, { params: { id: draft } });
  const sent = { params: { id: draft }, body: { version: data.version } };
  expect(await call(article.publish, sent)).toMatchObject({ code: 200 });
  await rebuild();
  await onPhone.reload();
  await onPhone.getByRole("link", { name: "今天的新闻" }).click();
  await onPhone.getByRole("heading", { name: "今天的新闻", level: 1 }).waitFor();
  await expect.poll(() => findings(onPhone)).toEqual([]);
});
