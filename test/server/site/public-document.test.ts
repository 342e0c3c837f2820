import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contentKinds } from "~/contract/content/content-kinds";
import { publicFile } from "~/contract/shared/public-file";
import { article } from "~/server/database/tables/article/article";
import { slugRedirect } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { seoTag } from "~/server/database/tables/seo/seo";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { siteRedirect } from "~/server/database/tables/seo/site-page";
import { special } from "~/server/database/tables/special/special";
import { role, user } from "~/server/database/tables/system/system";
import { writeDemo } from "~/server/demo/demo";
import { found } from "~/server/lib/call";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { setSetting } from "~/test/support/factories";

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

interface Operation {
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { content?: Record<string, unknown>; headers?: object }>;
}
type Document = { paths: Record<string, { get?: Operation }> };

/** Calls of one path: its parameters, the query, and the expected answer. */
type Asked = [params: Record<string, string | number>, query: string, status?: number];

/** An address of every kind that the demo shows at its moment. */
async function shown() {
  const rows = {
    article: sql`select slug as name from article where publish_status = 'published'`,
    draft: sql`select slug as name from article where publish_status = 'draft'`,
    later: sql`select slug as name from article where publish_status = 'scheduled'`,
    video: sql`select id as name from video where publish_status = 'published'`,
    investment: sql`select id as name from investment where publish_status = 'published'`,
    city: sql`select slug as name from city_intro where publish_status = 'published'`,
    encyclopaedia: sql`select slug as name from encyclopaedia where publish_status = 'published'`,
    estate: sql`select slug as name from estate where publish_status = 'online'`,
    offline: sql`select slug as name from estate where publish_status = 'offline'`,
    tag: sql`select slug as name from seo_tag where status = 'enabled'`,
    guide: sql`select slug as name from seo_article where publish_status = 'published'`,
    special: sql`select slug as name from special where publish_status = 'published' and end_at is null`,
    over: sql`select slug as name from special where end_at < ${now.toISOString()}`,
  };
  const names: Partial<Record<keyof typeof rows, string | number>> = {};
  for (const [kind, query] of Object.entries(rows)) {
    const [row] = (await db.execute<{ name: string }>(sql`${query} limit 1`)).rows;
    names[kind as keyof typeof rows] = found(row).name;
  }
  return names as Record<keyof typeof rows, string | number>; // each has been found
}

/** The calls to every public read of the document; a new read adds its line. */
const callsOf = (at: Awaited<ReturnType<typeof shown>>): Record<string, Asked[]> => {
  const none = { slug: "no-such-page" };
  const bySlug = (slug: string | number): Asked[] => [
    [{ slug }, ""],
    [none, "", 404],
  ];
  const lists = (...queries: string[]): Asked[] => ["", ...queries].map((query) => [{}, query]);
  return {
    "/api/public/config": lists(),
    "/api/public/currency": lists(),
    "/api/public/geo/country": lists("lang=en", "lang=ja"),
    "/api/public/geo/district": [
      [{}, "country=JP"],
      [{}, "", 422],
    ],
    "/api/public/broker": lists(),
    "/api/public/app-version": [
      [{}, "platform=ios&version=0.0.1&device=a"],
      [{}, "platform=android"],
      [{}, "", 422],
    ],
    "/api/public/sitemap.xml": lists(),
    "/api/public/sitemap-{n}.xml": [
      [{ n: 1 }, ""],
      [{ n: 99 }, "", 404],
    ],
    "/api/public/sitemap-image-{n}.xml": [
      [{ n: 1 }, ""],
      [{ n: 99 }, "", 404],
    ],
    "/api/public/sitemap-news.xml": lists(),
    ...Object.fromEntries(
      ["rss", "atom", "json"].map((format) => [
        `/api/public/feed/{kind}/${format}`,
        [
          ...Object.keys(contentKinds).map((kind): Asked => [{ kind }, "lang=en"]),
          [{ kind: "toString" }, "", 404],
          [{ kind: "article" }, "lang=fr", 422],
        ] satisfies Asked[],
      ]),
    ),
    "/api/public/carousel": [
      [{}, "platform=web&position=home_top&country=JP"],
      [{}, "platform=web", 422],
    ],
    "/api/public/home-section": [
      [{}, "platform=web&lang=en"],
      [{}, "", 422],
    ],
    "/api/public/keyword": lists("platform=h5"),
    "/api/public/category": lists(),
    "/api/public/tag": lists(),
    "/api/public/article": lists("page_size=100", "lang=ja", "is_recommend=1"),
    "/api/public/article/{slug}": [...bySlug(at.article), [{ slug: at.draft }, "", 404], [{ slug: at.later }, "", 404]],
    "/api/public/video": lists("type=vlog"),
    "/api/public/video/{id}": [
      [{ id: at.video }, ""],
      [{ id: 987_654 }, "", 404],
    ],
    "/api/public/investment": lists("country=JP&lang=en"),
    "/api/public/investment/{id}": [
      [{ id: at.investment }, ""],
      [{ id: 987_654 }, "", 404],
    ],
    "/api/public/report": lists("country=JP"),
    "/api/public/city": lists("lang=en"),
    "/api/public/city/{slug}": bySlug(at.city),
    "/api/public/city/{slug}/encyclopaedia": bySlug(at.city),
    "/api/public/encyclopaedia/{slug}": bySlug(at.encyclopaedia),
    "/api/public/estate": [...lists("country=JP&sort=-price_min", `tag=${at.tag}`), [{}, "tag=no-such-tag", 404]],
    "/api/public/estate/{slug}": [...bySlug(at.estate), [{ slug: at.offline }, "", 404]],
    "/api/public/seo/page": [
      [{}, `page_type=estate_detail&estate=${at.estate}`],
      [{}, `page_type=estate_list&country=JP&tag=${at.tag}`],
      [{}, "page_type=home"],
      [{}, "", 422],
    ],
    "/api/public/seo/article": lists(`tag=${at.tag}`, "lang=en"),
    "/api/public/seo/article/{slug}": bySlug(at.guide),
    "/api/public/seo/tag/{slug}": bySlug(at.tag),
    "/api/public/seo/redirect": [
      [{}, "path=/old-page"],
      [{}, "path=/no-such-page", 404],
      [{}, "path=old", 422],
    ],
    "/api/public/special/{slug}": [...bySlug(at.special), [{ slug: at.over }, "", 410]],
  };
};

/** The address of one of our files, wherever it is. */
const anyFile = /\/api\/(upload\/media|public\/file)\/[\w./-]+/g;

const inPlaceholders = (path: string, params: Asked[0]) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

test("every public read answers as the OpenAPI document says: live, unchanged, missing, over, moved, wrongly asked, too often", async () => {
  await writeDemo(db, { password: "Demo-pass-2026", size: "small", now, services: api.services });
  await setSetting(db, "site.main_base", "https://www.yunting.test");
  await db.insert(siteRedirect).values({ from_path: "/old-page", to_path: "/article/new-page" });
  api.services.trustsProxy = true;
  const [admin] = await db.select().from(user).where(eq(user.email, "super_admin@demo.test"));
  const token = await api.tokenOf(admin?.id ?? 0);
  const asking = { headers: { authorization: `Bearer ${token}` } };
  const document: Document = await (await api.app.request("/api/openapi.json", asking)).json();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, "document");
  /** What speaks against an answer's body by the document. */
  const faultsOf = (path: string, status: number, type: string, body: unknown): unknown[] => {
    const { responses = {} } = document.paths[path]?.get ?? {};
    const key = status in responses ? String(status) : "default";
    const parts = ["paths", path, "get", "responses", key, "content", type, "schema"];
    const pointer = parts.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
    if (!responses[key]?.content?.[type]) return [`no ${type} for ${status}`];
    const validate = ajv.getSchema(`document#/${pointer}`);
    if (!validate) return [`no schema for ${status}`];
    return validate(body) ? [] : (validate.errors ?? []);
  };

  const calls = callsOf(await shown());
  const reads = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get && path.startsWith("/api/public/") && path !== publicFile.read.path ? [path] : [],
  );
  expect(Object.keys(calls).sort()).toEqual(reads.sort());

  const pictures = new Set<string>();
  let visitor = 0;
  const ask = (address: string, headers: Record<string, string> = {}) =>
    api.app.request(`http://desk.local${address}`, {
      headers: { "x-forwarded-for": `114.114.${Math.floor(++visitor / 200)}.${visitor % 200}`, ...headers },
    });
  // Until our own address is set, nothing else gives it: not the name by which a reader has asked.
  for (const [path, asked] of Object.entries(calls))
    for (const [params, query] of asked) {
      const address = inPlaceholders(path, params) + (query && `?${query}`);
      expect(await (await ask(address)).text(), address).not.toContain("desk.local");
    }
  await setSetting(db, "site.desk_base", "https://desk.yunting.test");
  // Of two answers within a second the later has no time of its own.
  api.setClock(new Date(now.getTime() + 1_000));
  for (const [path, asked] of Object.entries(calls))
    for (const [params, query, status = 200] of asked) {
      const operation = document.paths[path]?.get;
      const known = operation?.parameters.filter((one) => one.in === "query").map(({ name }) => name);
      expect(known).toEqual(expect.arrayContaining([...new URLSearchParams(query).keys()]));
      const address = inPlaceholders(path, params) + (query && `?${query}`);
      const answer = await ask(address);
      expect(answer.status, address).toBe(status);
      const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
      const text = await answer.text();
      expect([answer.headers.get("access-control-allow-origin"), answer.headers.get("set-cookie")]).toEqual([
        "*",
        null,
      ]);
      if (type === "application/json")
        expect(faultsOf(path, status, type, JSON.parse(text)), `${address} ${text.slice(0, 300)}`).toEqual([]);
      else expect(operation?.responses[status]?.content, address).toHaveProperty([type]);
      if (status !== 200) continue;
      for (const [picture] of text.matchAll(anyFile)) pictures.add(picture);
      expect(answer.headers.get("cache-control"), address).toMatch(/^public, max-age=\d+, s-maxage=\d+$/);
      const again = await ask(address, { "if-none-match": answer.headers.get("etag") ?? "" });
      expect([again.status, await again.text()], address).toEqual([304, ""]);
      const date = answer.headers.get("last-modified") ?? "";
      expect((await ask(address, { "if-modified-since": date })).status, address).toBe(304);
      expect(operation?.responses).toHaveProperty("304");
    }

  // Each picture and film that they name is at an address that stays, and is there.
  const page = await (
    await ask(inPlaceholders("/s/{slug}", { slug: calls["/api/public/special/{slug}"]?.[0]?.[0].slug ?? "" }))
  ).text();
  for (const [picture] of page.matchAll(anyFile)) pictures.add(picture);
  expect(pictures.size).toBeGreaterThan(10);
  for (const picture of pictures) {
    const answer = await ask(picture);
    expect([picture, answer.status, answer.headers.get("cache-control")]).toEqual([
      expect.stringContaining("/api/public/file/"),
      200,
      "public, max-age=31536000, immutable",
    ]);
    await answer.body?.cancel();
  }

  // A former address redirects, wherever a page is requested by its address.
  const moved = [
    ["article", article, "article/{slug}"],
    ["city_intro", cityIntro, "city/{slug}"],
    ["encyclopaedia", encyclopaedia, "encyclopaedia/{slug}"],
    ["seo_article", seoArticle, "seo/article/{slug}"],
    ["special", special, "special/{slug}"],
    ["estate", estate, "estate/{slug}"],
    ["seo_tag", seoTag, "seo/tag/{slug}"],
  ] as const;
  for (const [kind, table, place] of moved) {
    const path = `/api/public/${place}`;
    const [[{ slug } = {}] = []] = calls[path] ?? [];
    const target = sql`(select id from ${table} where slug = ${slug} and deleted_at is null)`;
    await db.execute(
      sql`insert into ${slugRedirect} (kind, old_slug, target_id, at) values (${kind}, 'old-address', ${target}, now())`,
    );
    const answer = await ask(inPlaceholders(path, { slug: "old-address" }));
    expect([answer.status, answer.headers.get("location")], path).toEqual([
      301,
      inPlaceholders(path, { slug: slug ?? "" }),
    ]);
    expect(document.paths[path]?.get?.responses[301]?.headers).toHaveProperty("location");
  }

  // A client that asks too often is refused by each of them.
  const often = { "x-forwarded-for": "203.0.113.9" };
  for (let turn = 0; turn < 600; turn++) await ask("/api/public/tag", often);
  for (const [path, asked] of Object.entries(calls)) {
    const [[params, query] = [{}, ""]] = asked;
    const answer = await ask(inPlaceholders(path, params) + (query && `?${query}`), often);
    expect(answer.status, path).toBe(429);
    expect(faultsOf(path, 429, "application/json", await answer.json()), path).toEqual([]);
  }
});
