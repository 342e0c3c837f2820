import { expect, test } from "vitest";
import { desk } from "~/test/support/desk";
import { setSetting } from "~/test/support/factories";
import { putArticle, putCity, putSpecial } from "~/test/support/public-pages";

const { db, api, at, read } = desk({});

const site = "https://www.yunting.test";

test("a piece tells its page's head of all its public languages and of the one for everybody else", async () => {
  const key = { translation_key: "bay" };
  await putArticle(db, "wan-an", key);
  await putArticle(db, "bay-ja", { ...key, lang: "ja" });
  await putArticle(db, "bay-tw", { ...key, lang: "zh_tw" });
  await putArticle(db, "bay-en", { ...key, lang: "en", publish_status: "offline" });
  await putArticle(db, "alone");
  expect(await read("article/wan-an")).toMatchObject({ alternates: [{ url: null }, { url: null }], hreflang: [] });
  await setSetting(db, "site.main_base", site);
  const hreflang = [
    { hreflang: "zh", url: `${site}/article/wan-an` },
    { hreflang: "ja", url: `${site}/article/bay-ja` },
    { hreflang: "zh-tw", url: `${site}/article/bay-tw` },
    { hreflang: "x-default", url: `${site}/article/wan-an` },
  ];
  // Each page names the same ones, itself among them.
  for (const slug of ["wan-an", "bay-ja"]) expect((await read(`article/${slug}`)).hreflang).toEqual(hreflang);
  expect((await read("article/bay-ja")).alternates).toEqual([
    { lang: "zh", slug: "wan-an", url: `${site}/article/wan-an` },
    { lang: "zh_tw", slug: "bay-tw", url: `${site}/article/bay-tw` },
  ]);
  expect(await read("article/alone")).toMatchObject({ alternates: [], hreflang: [] });

  const city = { translation_key: "tokyo" };
  await putCity(db, "tokyo-en", { ...city, lang: "en" });
  await putCity(db, "tokyo-ja", { ...city, lang: "ja" });
  expect((await read("city/tokyo-ja")).hreflang.at(-1)).toEqual({
    ...{ hreflang: "x-default", url: `${site}/city/tokyo-en` },
  });
});

test("a special page names those translations that may be opened now, in its answer and in its own head", async () => {
  await setSetting(db, "site.desk_base", "https://desk.yunting.test");
  const key = { translation_key: "open-day" };
  await putSpecial(db, "open-day", key);
  await putSpecial(db, "open-day-ja", { ...key, lang: "ja", end_at: at(2).toISOString() });
  await putSpecial(db, "open-day-en", { ...key, lang: "en", start_at: at(9).toISOString() });
  const said = async () =>
    (await read("special/open-day")).hreflang.map(({ hreflang }: { hreflang: string }) => hreflang);
  expect(await said()).toEqual(["zh", "ja", "x-default"]);
  const page = await (await api.app.request("http://desk.local/s/open-day")).text();
  expect(page).toContain('<link rel="alternate" hreflang="ja" href="https://desk.yunting.test/s/open-day-ja" />');
  expect(page).toContain('hreflang="x-default" href="https://desk.yunting.test/s/open-day"');
  api.setClock(at(3));
  expect(await said()).toEqual([]);
});
