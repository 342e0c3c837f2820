import { expect, test } from "vitest";
import { contentReport } from "~/contract/site/content-report";
import { article, articleCategory } from "~/server/database/tables/article/article";
import { contentDaily } from "~/server/database/tables/content/content";
import { video } from "~/server/database/tables/resource/resource";
import { desk } from "~/test/support/desk";
import { days, makeMedia, put } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { cellsOf } from "~/test/support/sheet";

const work = desk({
  editor: { role: "content_editor", name: "林编辑" },
  seo: { role: "seo_editor", name: "周优化" },
  sales: { role: "sales", name: "王顾问" },
});
const { db, editor, asEditor, asSales, logLines, whoMay } = work;

const query = { from: "2026-11-01", to: "2026-11-20" };
const report = async (asked: object = query) => cellsOf(await asEditor.file(contentReport.export, { query: asked }));

test("counts what each author has in each category, and what its readers did in these days", async () => {
  const news = await put(db, articleCategory, { name: "市场", slug: "market" });
  const cover = await makeMedia(db, { uploader: editor.id, scene: "content", is_private: false, kind: "image" });
  const piece = (slug: string, over: object = {}) =>
    put(db, article, {
      ...{ title: "湾岸新盘", slug, category_id: news?.id, created_by: editor.id, lang: "zh", translation_key: slug },
      ...{
        publish_status: "published",
        publish_at: days(-3),
        summary: "湾岸新盘",
        content: "<p>字</p>",
        cover_id: cover.id,
        ...over,
      },
    } as never);
  const [first, old, named] = [
    await piece("first"),
    await piece("old", { publish_at: days(-90) }),
    await piece("named", { author: "海外部" }),
  ];
  await piece("draft", { publish_status: "draft", publish_at: null });
  const film = await put(db, video, {
    ...{ title: "看房", type: "vlog", created_by: editor.id, lang: "zh", translation_key: "film" },
    ...{ publish_status: "offline", publish_at: days(-40) },
  } as never);
  const read = (kind: "article" | "video", target: { id: number } | undefined, date: string, views: number) => ({
    ...{ kind, target_id: target?.id ?? 0, date, views, uv: 1, inquiries: 1 },
  });
  await db
    .insert(contentDaily)
    .values([
      ...[read("article", first, "2026-11-18", 10), read("article", old, "2026-11-19", 5)],
      ...[read("article", old, "2026-10-01", 99), read("article", named, "2026-11-20", 7)],
      read("video", film, "2026-11-02", 3),
    ]);
  const [heads, ...lines] = await report();
  expect(heads).toEqual(["作者", "类型", "分类", "公开内容", "期间发布", "浏览", "UV", "询盘", "成交"]);
  expect(lines.slice(0, 3)).toEqual([
    ["海外部", "资讯", "市场", 1, 1, 7, 1, 1, 0],
    ["林编辑", "资讯", "市场", 2, 1, 15, 2, 2, 0],
    ["林编辑", "视频", expect.any(String), 0, 0, 3, 1, 1, 0],
  ]);
  const [line] = await logLines();
  expect(line).toMatchObject({ action: "export", summary: "导出内容报表3条", user_id: editor.id });
});

test("days that go backwards, or too many, are refused", async () => {
  for (const asked of [
    { from: "2026-11-20", to: "2026-11-01" },
    { from: "2025-01-01", to: "2026-11-01" },
  ])
    expect(await asEditor.unchecked(contentReport.export, { query: asked })).toMatchObject(refusedAt("to"));
  expect(await asSales.unchecked(contentReport.export, { query })).toMatchObject({ code: 40300 });
});

whoMay(contentReport, { export: "SA CE SE" });
