import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { missingPage as missingContract, mostMissing } from "~/contract/seo/missing-page";
import { publicRedirect, siteRedirect, siteRedirectImport } from "~/contract/seo/redirect";
import { seoTag } from "~/contract/seo/tag";
import { missingPage, siteRedirect as table } from "~/server/database/tables/seo/site-page";
import { operationLog } from "~/server/database/tables/system/system";
import { logCleanup } from "~/server/jobs/system/log-cleanup";
import { desk } from "~/test/support/desk";
import { days } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";

const work = desk({ editor: { role: "seo_editor", name: "林优化" } }, 4);
const { db, asEditor, at, ask, lifeOf, logLines, make, runDue, setSetting, whoMay } = work;

const add = (from_path: string, to_path: string) =>
  asEditor.unchecked(siteRedirect.create, { body: { from_path, to_path } });
const missing = async () =>
  (await asEditor(missingContract.list, {})).data.list.map(({ path, count }) => [path, count]);
const answer = async (path: string) => {
  const response = await ask(path);
  return [response.status, response.headers.get("location")];
};

test("a page that is gone leads to the new one, whatever kind that is, and to what is no piece by its answer", async () => {
  await setSetting("site.main_base", "https://www.example.com");
  await make.estate({ slug: "bay-tower" });
  expect(await answer("article/old")).toEqual([404, null]);
  await add("/article/old", "https://www.example.com/estate/bay-tower/");
  await add("/guide/gone", "/tag/tokyo");
  await add("/video/987654", "/about");
  expect(await answer("article/old")).toEqual([301, "/api/public/estate/bay-tower"]);
  expect(await answer("seo/article/gone")).toEqual([301, "/api/public/seo/tag/tokyo"]);
  expect(await answer("video/987654")).toEqual([301, "/api/public/seo/redirect?path=%2Fvideo%2F987654"]);
  const said = await (await ask("seo/redirect?path=/video/987654")).json();
  expect(said.data).toEqual({ to: "/about", url: "https://www.example.com/about" });
  // What is there wins.
  await add("/estate/bay-tower", "/about");
  expect(await answer("estate/bay-tower")).toEqual([200, null]);
});

test("paths are the site's as its settings have them", async () => {
  await setSetting("site.main_base", "https://www.example.com/cn/");
  await setSetting("site.paths", "article:/news/{slug}.html");
  await add("/cn/news/old.html", "/cn/news/new.html");
  expect(await answer("article/old")).toEqual([301, "/api/public/article/new"]);
  await ask("article/none");
  expect(await missing()).toEqual([["/cn/news/none.html", 1]]);
});

test("what nobody has led on is counted, without its query; what is led on is not any more", async () => {
  for (const path of ["article/none?lang=en", "article/none", "seo/redirect?path=/old/页面/", "video/987654"])
    expect((await ask(path)).status).toBe(404);
  // A preview, and what is no page of the site.
  await ask("article/none?preview=x");
  await ask("estate?tag=none");
  await ask("seo/redirect?path=https://evil.test/x");
  expect(await missing()).toEqual([
    ["/article/none", 2],
    ["/video/987654", 1],
    ["/old/页面", 1],
  ]);
  await add("/old/%E9%A1%B5%E9%9D%A2", "/article/new");
  await add("/article/none", "/article/new");
  expect(await missing()).toEqual([["/video/987654", 1]]);
  const [row] = await db.select().from(missingPage);
  await asEditor(missingContract.remove, { params: { id: row?.id ?? 0 } });
  expect(await missing()).toEqual([]);
  expect((await logLines(eq(operationLog.target_type, "missing_page"))).map(({ summary }) => summary)).toEqual([
    "删除404记录 /video/987654",
  ]);
});

test("a thousand paths are kept, a new one in place of the one asked for least, for thirty days", async () => {
  await db.execute(sql`insert into ${missingPage} (path, count, first_at, last_at)
    select '/article/p' || n, n, now(), now() from generate_series(1, ${mostMissing}) n`);
  await ask("article/one-more");
  expect(await db.$count(missingPage)).toBe(mostMissing);
  expect(await db.$count(missingPage, eq(missingPage.path, "/article/p1"))).toBe(0);
  expect(await db.$count(missingPage, eq(missingPage.path, "/article/one-more"))).toBe(1);
  await db
    .update(missingPage)
    .set({ last_at: days(-31) })
    .where(eq(missingPage.path, "/article/p2"));
  await runDue(logCleanup, at(0));
  expect(await db.$count(missingPage, eq(missingPage.path, "/article/p2"))).toBe(0);
});

test("there are no circles, no chains, no other sites, and each old page once", async () => {
  await setSetting("site.main_base", "https://www.example.com");
  expect(await add("/a", "/b")).toMatchObject({ code: 200 });
  expect(await add("/a/", "/c")).toMatchObject({ code: 40900 });
  for (const [from, to, field] of [
    ["/c", "/c/", "to_path"],
    ["/b", "/a", "to_path"],
    ["/c", "/a", "to_path"],
    ["/b", "/c", "from_path"],
    ["/", "/c", "from_path"],
    ["https://evil.test/x", "/c", "from_path"],
    ["/c", "https://evil.test/x", "to_path"],
    ["/c?d=1", "/e", "from_path"],
    ["//evil.test/x", "/e", "from_path"],
    ["/c", "javascript:alert(1)", "to_path"],
    [`/${"长".repeat(300)}`, "/e", "from_path"],
  ] as const)
    expect(await add(from, to), `${from} ${to}`).toMatchObject(refusedAt(field));
  expect(await add("/d", "/b")).toMatchObject({ code: 200 });
  // Of two at once that would make a circle one is refused.
  const both = await Promise.all([add("/x", "/y"), add("/y", "/x")]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 42200]);
});

test("a file adds and changes redirects, looked through first, by the same rules", async () => {
  await add("/a", "/b");
  const lines = ["/a,/c,改版", "/d,/e,", "/d,/f,", "/e,/g,", "/h,/d,", "/i,ftp://x,", ",/j,", "/k,/k,"];
  const send = (query: object) =>
    asEditor.unchecked(siteRedirectImport.start, { query, body: `\ufeff旧地址,新地址,备注\n${lines.join("\n")}` });
  const dry = await send({ dry_run: true });
  expect(dry.data).toMatchObject({ success: 2, failed: 6 });
  expect(dry.data.errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
    ...["4 旧地址", "5 旧地址", "6 新地址", "7 新地址", "8 旧地址", "9 新地址"],
  ]);
  expect(await db.$count(table)).toBe(1);
  await send({});
  expect(await db.select().from(table).orderBy(table.from_path)).toMatchObject([
    { from_path: "/a", to_path: "/c", remark: "改版", version: 2 },
    { from_path: "/d", to_path: "/e", remark: null, version: 1 },
  ]);
  const [line] = await logLines(eq(operationLog.action, "import"));
  expect(line?.summary).toBe("导入跳转：新增1条，更新1条，失败6行");
});

test("an old address of a tag leads on by itself, and one that is not in use is none", async () => {
  const body = { name: "东京", type: "area" as const, filter: { country: ["JP"] } };
  const { id } = (await asEditor.unchecked(seoTag.create, { body: { ...body, slug: "tokyo" } })).data;
  await asEditor(seoTag.disable, { params: { id } });
  await ask("seo/tag/tokyo");
  expect(await missing()).toEqual([["/tag/tokyo", 1]]);
});

const roles = "SA SE" as const;
lifeOf(siteRedirect, {
  by: asEditor,
  facts: { from_path: "/old-page", to_path: "/article/new-page", remark: null },
  change: { to_path: "/article/newer-page" },
  named: "跳转 /old-page",
  namedAfter: "跳转 /old-page",
  changes: [["新地址", "/article/new-page", "/article/newer-page"]],
  wrong: [[{ from_path: "old" }, "from_path"]],
  roles: { all: roles },
});
whoMay(siteRedirectImport, { all: roles });
whoMay(publicRedirect, { all: "public" });
whoMay(missingContract, { all: roles });
