// Builds the site: `DESK=https://desk.example.com SITE_KEY=… OUT=out node build.mjs`.
import { copyFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { clientOf, dataOf, rowsOf } from "./client.mjs";
import * as pages from "./pages.mjs";

/** @param {{ desk: string, key: string, out: string, get?: (request: Request) => Promise<Response> }} from */
export async function build({ desk, key, out, get }) {
  const { GET } = clientOf(desk, get);
  const config = await dataOf(GET("/api/public/config"));
  const site = { desk, key, name: config?.site_name ?? "" };
  const fresh = `${out}.new`;
  await rm(fresh, { recursive: true, force: true });
  /** @param {string} path @param {string} content */
  const write = async (path, content) => {
    await mkdir(dirname(join(fresh, path)), { recursive: true });
    await writeFile(join(fresh, path), content);
  };

  const cards = await rowsOf((query) => GET("/api/public/estate", { params: { query } }));
  for (const card of cards) {
    const estate = await dataOf(GET("/api/public/estate/{slug}", { params: { path: { slug: card.slug } } }));
    if (!estate) continue;
    const head = { ...estate, title: estate.name, hit: { kind: "estate", id: estate.id } };
    await write(`estate/${card.slug}.html`, pages.page(site, head, pages.estate(estate, card)));
  }

  const articles = await rowsOf((query) => GET("/api/public/article", { params: { query } }));
  const slugs = new Set(articles.map(({ slug }) => slug));
  // While each is read its translations are found.
  for (const slug of slugs) {
    const article = await dataOf(GET("/api/public/article/{slug}", { params: { path: { slug } } }));
    if (!article) continue;
    for (const other of article.alternates) slugs.add(other.slug);
    const head = { ...article, hit: { kind: "article", id: article.id } };
    await write(`article/${slug}.html`, pages.page(site, head, pages.article(article)));
  }

  // What may be opened now is in the feed.
  const { data: feed } = await GET("/api/public/feed/{kind}/json", { params: { path: { kind: "special" } } });
  const specials = [];
  for (const { url } of feed?.items ?? []) {
    const slug = new URL(url).pathname.split("/").at(-1) ?? "";
    const special = await dataOf(GET("/api/public/special/{slug}", { params: { path: { slug } } }));
    if (!special) continue;
    specials.push(special);
    const head = { ...special, hit: { kind: "special", id: special.id } };
    await write(`special/${slug}.html`, pages.page(site, head, pages.special(special)));
  }

  await write("estate/index.html", pages.page(site, { title: "房源" }, pages.links("estate", cards)));
  await write("article/index.html", pages.page(site, { title: "资讯" }, pages.links("article", articles)));
  const newest = pages.links("special", specials) + pages.links("article", articles.slice(0, 12));
  await write("index.html", pages.page(site, { title: site.name }, newest));
  await write("robots.txt", `Sitemap: ${desk}/api/public/sitemap.xml\n`);
  await copyFile(join(import.meta.dirname, "site.js"), join(fresh, "site.js"));
  // Visitors see the old site or the new one, and nothing that is not public any more.
  await rm(out, { recursive: true, force: true });
  await rename(fresh, out);
}

const { DESK = "", SITE_KEY = "", OUT = "out" } = process.env;
if (process.argv[1] === fileURLToPath(import.meta.url)) await build({ desk: DESK, key: SITE_KEY, out: OUT });
