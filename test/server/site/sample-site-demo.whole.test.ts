import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { role } from "~/server/database/tables/system/system";
import { writeDemo } from "~/server/demo/demo";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { setSetting } from "~/test/support/factories";
import { testFolder } from "~/test/support/test-folder";
import { build } from "../../../docs/sample-site/build.mjs";

const now = new Date("2026-11-20T09:30:00+08:00");
const { db } = testDatabase();
const api = testApi(db, { now });
// Other files of this worker share the database; roles are a baseline table, which nobody else clears.
const clear = async () => {
  await resetDatabase(db);
  await db.delete(role).where(eq(role.builtin, false));
};
beforeAll(clear);
afterAll(clear);

const out = join(testFolder(), "site");
const own = "https://desk.yunting.test";

test("built of all that the demo shows, the sample site has no dead link, no missing picture and no hole in its texts", async () => {
  await writeDemo(db, { password: "Demo-pass-2026", size: "small", now, services: api.services });
  await setSetting(db, "site.main_base", "https://www.yunting.test");
  await setSetting(db, "site.desk_base", own);
  api.services.trustsProxy = true;
  let visitor = 0;
  const get = async (request: Request) => {
    const headers = { "x-forwarded-for": `114.114.${Math.floor(++visitor / 200)}.${visitor % 200}` };
    return api.app.request(request.url, { headers });
  };
  await build({ desk: own, key: "public-key-of-the-site", out, get });

  const pages = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  expect(new Set(pages.map((page) => page.split("/")[0]))).toEqual(
    new Set(["index.html", "estate", "article", "special"]),
  );
  const isThere = (path: string) =>
    ["", ".html", "index.html"].some((end) => /\.\w+$/.test(path + end) && existsSync(join(out, path + end)));
  const pictures = new Set<string>();
  for (const page of pages) {
    const html = readFileSync(join(out, page), "utf8");
    expect([page, html.match(/\[object|>(undefined|null|NaN)<|"undefined"/)]).toEqual([page, null]);
    for (const [, path = ""] of html.matchAll(/ href="(\/[^"#?]*)/g))
      expect([page, path, isThere(path)]).toEqual([page, path, true]);
    for (const [, url = ""] of html.matchAll(/<img [^>]*src="([^"]+)"/g)) pictures.add(url);
  }
  expect(pictures.size).toBeGreaterThan(10);
  for (const url of pictures) expect([url, (await get(new Request(url))).status]).toEqual([url, 200]);
});
