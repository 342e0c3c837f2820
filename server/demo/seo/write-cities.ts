import { and, asc, eq, ne } from "drizzle-orm";
import { blockNames, type CityBlock, CityFields, type CityStat } from "~/contract/seo/city";
import { EncyclopaediaFields } from "~/contract/seo/encyclopaedia";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { contentDaily, revision } from "~/server/database/tables/content/content";
import { district } from "~/server/database/tables/region/geography";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { lettersOf } from "~/server/lib/letters";
import { editors, ownPictures } from "../shared/editors";
import { followIds } from "../shared/follow-ids";
import { type Random, randomFrom } from "../shared/random";
import type { DemoOptions } from "../terms";
import { blockTexts, pieceTexts } from "./city-texts";
import { firstVersion, lifeOf, viewsOf } from "./pieces";

const seed = 20_261_180;
/** Of cities and of articles (domain G.2); four fifths of each are public. */
const counts = { cities: 24, pieces: 160 } as const;

type City = typeof cityIntro.$inferInsert & { id: number; created_at: string };
type Piece = typeof encyclopaedia.$inferInsert & { id: number; created_at: string };

/** Introductions of cities, and their encyclopaedias, with their versions and readings. Comes after estates, whose pictures they show. */
export async function writeCities(tx: Transaction, now: Date, size: DemoOptions["size"]): Promise<void> {
  const random = randomFrom(seed);
  const share = size === "full" ? 1 : 0.1;
  const authors = await editors(tx, "seo_editor");
  const pictures = await ownPictures(tx);
  const places = await towns(tx, Math.round(counts.cities * share));
  const known = new Set<string>();
  const slugOf = async (name: string) => {
    const letters = (await lettersOf(name)).slice(0, 70) || "city";
    let slug = letters;
    for (let n = 2; known.has(slug); n++) slug = `${letters}-${n}`;
    known.add(slug);
    return slug;
  };
  const life = (at: number) => lifeOf(random, now, at, random.pick(authors));
  const cities: City[] = [];
  for (const [at, place] of places.entries()) {
    const banner = random.pick(pictures);
    const gallery = random.shuffle(pictures).slice(0, random.whole(3, 8));
    // The last ones are not finished.
    const written = blockNames.slice(0, at % 5 === 4 ? random.whole(2, 6) : blockNames.length);
    cities.push({
      ...{
        id: at + 1,
        district_id: place.id,
        country_code: place.country,
        lang: "zh",
        translation_key: String(place.id),
      },
      ...{
        title: `${place.name}：住在这里的样子`,
        summary: `从交通、教育到楼市，一页看懂${place.name}，附近三年的供应与租赁概况。`,
      },
      ...{ banner_id: banner, gallery, media_ids: [...new Set([banner, ...gallery])] },
      ...blocksOf(place.name, written),
      block_count: written.length,
      stats: statsOf(random),
      slug: await slugOf(place.name),
      ...{ seo_title: null, seo_desc: null, seo_keywords: [place.name, "新房"], sort: (at + 1) * 10 },
      ...life(at),
    });
  }
  const pieces: Piece[] = [];
  for (let at = 0; at < Math.round(counts.pieces * share); at++) {
    const city = cities[at % cities.length];
    const [category, subject, sentences] = pieceTexts[Math.floor(at / cities.length) % pieceTexts.length] ?? [];
    if (!city || !category || !subject || !sentences) continue;
    const name = places[at % cities.length]?.name ?? "";
    const put = (text: string) => text.replaceAll("{c}", name);
    const cover = random.pick(pictures);
    const [first = "", ...others] = sentences.map(put);
    pieces.push({
      ...{ id: at + 1, city_intro_id: city.id, category, lang: "zh", translation_key: `demo-${at + 1}` },
      ...{ title: put(subject), summary: first, cover_id: cover, media_ids: [cover], translation_of: null },
      content: `<p>${first}</p><h2>要点</h2>${others.map((text) => `<p>${text}</p>`).join("")}<ul><li><p>先问清楚期限</p></li><li><p>费用逐项列出</p></li></ul>`,
      ...{ tag_ids: [], related_ids: [] },
      slug: await slugOf(put(subject)),
      ...{ seo_title: null, seo_desc: null, seo_keywords: [name], sort: 100 },
      ...life(at),
    });
  }
  for (const piece of pieces)
    piece.related_ids = pieces
      .filter(({ id, city_intro_id }) => city_intro_id === piece.city_intro_id && id !== piece.id)
      .slice(0, 3)
      .map(({ id }) => id);
  const daily = [
    ...cities.flatMap((row) => viewsOf("city_intro", row, now, random)),
    ...pieces.flatMap((row) => viewsOf("encyclopaedia", row, now, random)),
  ];
  const views = new Map<string, number>();
  for (const { kind, target_id, views: n = 0 } of daily)
    views.set(`${kind} ${target_id}`, (views.get(`${kind} ${target_id}`) ?? 0) + n);
  for (const row of cities) row.view_count = views.get(`city_intro ${row.id}`) ?? 0;
  for (const row of pieces) row.view_count = views.get(`encyclopaedia ${row.id}`) ?? 0;
  await insertRows(tx, cityIntro, cities);
  await insertRows(tx, encyclopaedia, pieces);
  await insertRows(tx, revision, [
    ...cities.map((row) => firstVersion("city_intro", row, Object.keys(CityFields.shape))),
    ...pieces.map((row) => firstVersion("encyclopaedia", row, Object.keys(EncyclopaediaFields.shape))),
  ]);
  await insertRows(tx, contentDaily, daily);
  await followIds(tx, [cityIntro, encyclopaedia]);
}

/** Cities where business is done: those that people ask for most first, of every country some. */
async function towns(tx: Transaction, most: number) {
  const isTown = and(eq(district.is_open, true), eq(district.level, 2), ne(district.country_code, "CN"));
  const all = await tx
    .select({ id: district.id, name: district.name_zh, country: district.country_code, is_hot: district.is_hot })
    .from(district)
    .where(isTown)
    .orderBy(asc(district.country_code), asc(district.code));
  const japan = all.filter(({ country, is_hot }) => country === "JP" && is_hot);
  const others = all.filter(({ country }) => country !== "JP");
  return [...japan.slice(0, Math.ceil(most * 0.6)), ...others].slice(0, most);
}

const blocksOf = (name: string, written: readonly CityBlock[]) =>
  Object.fromEntries(
    blockNames.map((block) => [
      block,
      written.includes(block)
        ? blockTexts[block].map((text) => `<p>${text.replaceAll("{c}", name)}</p>`).join("")
        : null,
    ]),
  ) as Record<CityBlock, string | null>; // one entry for each of the names

const statsOf = (random: Random): CityStat[] => [
  { label: "常住人口", value: String(random.whole(12, 380)), unit: "万人", year: 2025 },
  { label: "新建公寓均价", value: String(random.whole(60, 220)), unit: "万日元/㎡", year: 2026 },
  { label: "平均租金", value: String(random.whole(9, 32) / 2), unit: "万日元/月", year: 2026 },
  { label: "轨道线路", value: String(random.whole(2, 12)), unit: "条", year: null },
];
