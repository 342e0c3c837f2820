import { expect, test } from "vitest";
import type { Input } from "~/contract/endpoint";
import { banner } from "~/contract/resource/banner";
import { homeSection } from "~/contract/resource/home-section";
import { searchWord } from "~/contract/resource/search-word";
import { isoInstant } from "~/server/database/tables/columns";
import { investment, report, video } from "~/server/database/tables/resource/resource";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeMedia, testNow } from "~/test/support/factories";
import { signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const { editor, asEditor } = signedIn(api, { editor: { role: "content_editor", name: "林编辑" } });

const at = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000);
const moment = (minutes: number) => isoInstant(at(minutes));

/** Minutes from now: just before, at and just after each beginning and end below. */
const instants = [-0.01, 0, 0.01, 4.99, 5, 5.01, 9.99, 10, 10.01, 600];

/** From when until when something would be shown, and whether it is in use. */
const spans = [
  [0, 5],
  [5, 10],
  [0, null],
  [10, null],
  [-60, 0],
] as const;
const stands = spans.flatMap(([start, end]) => [true, false].map((isInUse) => ({ start, end, isInUse })));
type Stand = (typeof stands)[number];
const isShown = ({ start, end, isInUse }: Stand, now: number) => isInUse && start <= now && (end === null || now < end);

/** The states of a piece: only a published or scheduled one is ever public, and from its minute on. */
const lives = (["draft", "scheduled", "published", "offline"] as const).flatMap((status) =>
  [0, 5, 10].flatMap((from) => [false, true].map((isDeleted) => ({ status, from, isDeleted }))),
);
type Life = (typeof lives)[number];
const isPublic = ({ status, from, isDeleted }: Life, now: number) =>
  !isDeleted && (status === "scheduled" || status === "published") && from <= now;

const read = async (path: string) => (await api.app.request(`http://desk.local/api/public/${path}`)).json();
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
const idsOf = (rows: readonly { id: number }[]) => sorted(rows.map(({ id }) => id));

/** Rows of a table, one in each life, by their numbers. */
async function pieces(table: typeof video | typeof investment | typeof report, facts: object) {
  const rows = lives.map(({ status, from, isDeleted }, index) => ({
    ...{ title: `第${index}篇`, translation_key: `piece-${index}`, publish_status: status, ...facts },
    publish_at: status === "draft" ? null : moment(from),
    deleted_at: isDeleted ? moment(-1) : null,
  }));
  const put = await db
    .insert(table)
    .values(rows as never) // each kind's own columns are in its facts
    .returning({ id: table.id });
  return put.map(({ id }, index) => ({ id, life: lives[index] as Life }));
}

test("at each instant the public reads hold exactly what is live: by beginning, end, schedule, status and deletion", async () => {
  const cover_id = (await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false })).id;
  const paper = { uploader: editor.id, scene: "report", kind: "doc", mime: "application/pdf", pages: 3 };
  const file_id = (await makeMedia(db, paper)).id;
  const videos = await pieces(video, {
    ...{ cover_id, type: "vlog", source: "link", external_url: "https://player.bilibili.com/a" },
  });
  const column = await pieces(investment, {
    ...{ cover_id, country_code: "JP", category: "yield", summary: "湾岸的收益率", content: "<p>正文</p>" },
  });
  const reports = await pieces(report, { cover_id, file_id, period: "2026Q3", category: "price" });

  const placed = async (stand: Stand, index: number) => {
    const { start, end, isInUse } = stand;
    const times = { start_at: moment(start), end_at: end === null ? null : moment(end) };
    const place = { platform: ["web" as const], position: "home_top" as const, image_id: cover_id };
    // Each leads to a video, which lives by a clock of its own.
    const about = videos[index * 2];
    const link = { link_type: "video" as const, link_value: String(about?.id) };
    const body: Input<typeof banner.create>["body"] = { title: `图${index}`, ...place, ...link, ...times };
    const { id } = (await asEditor(banner.create, { body })).data;
    const word = (await asEditor(searchWord.create, { body: { word: `词${index}`, type: "hot", ...times } })).data.id;
    if (isInUse) expect((await asEditor(banner.enable, { params: { id } })).code).toBe(200);
    if (!isInUse) await asEditor(searchWord.disable, { params: { id: word } });
    return { id, stand, about };
  };
  api.setClock(at(-1));
  const banners = await Promise.all(stands.map(placed));
  const section = { title: "版块", platform: ["web" as const], type: "video" as const };
  const rule = { filter: {}, sort: "newest" as const, limit: 20 };
  const some = videos.filter(({ life }) => !life.isDeleted).map(({ id }) => id);
  for (const [code, over] of [
    ["rule", { source_mode: "rule" as const, rule }],
    ["hand", { source_mode: "manual" as const, item_ids: some }],
    ["off", { source_mode: "rule" as const, rule }],
  ] as const) {
    const { id } = (await asEditor.unchecked(homeSection.create, { body: { ...section, code, ...over } })).data;
    if (code !== "off") await asEditor(homeSection.enable, { params: { id } });
  }

  for (const now of instants) {
    api.setClock(at(now));
    const live = (list: typeof videos) => idsOf(list.filter(({ life }) => isPublic(life, now)));
    const told = `after ${now} minutes`;
    for (const [path, list] of [
      ["video", videos] as const,
      ["investment", column] as const,
      ["report", reports] as const,
    ])
      expect(idsOf((await read(`${path}?page_size=50`)).data.list), `${path} ${told}`).toEqual(live(list));
    for (const [path, list] of [["video", videos] as const, ["investment", column] as const])
      for (const { id, life } of list)
        expect((await read(`${path}/${id}`)).code, `${path} ${JSON.stringify(life)} ${told}`).toBe(
          isPublic(life, now) ? 200 : 40400,
        );

    const shown = banners.filter(({ stand }) => isShown(stand, now));
    const { data } = await read("carousel?platform=web&position=home_top");
    expect(idsOf(data), `banners ${told}`).toEqual(idsOf(shown));
    for (const { id, about } of shown) {
      const link = data.find((one: { id: number }) => one.id === id).link;
      expect(link.type, `link ${told}`).toBe(about && isPublic(about.life, now) ? "video" : "none");
    }
    const words: string[] = (await read("keyword")).data.hot.map(({ word }: { word: string }) => word);
    const known = stands.flatMap((stand, index) => (isShown(stand, now) ? [`词${index}`] : []));
    expect(words.sort(), `words ${told}`).toEqual(known.sort());

    const sections: { code: string; items: { id: number }[] }[] = (await read("home-section?platform=web")).data;
    const expected = { rule: live(videos), hand: live(videos).filter((id) => some.includes(id)) };
    expect(Object.fromEntries(sections.map(({ code, items }) => [code, idsOf(items)])), `sections ${told}`).toEqual(
      Object.fromEntries(Object.entries(expected).filter(([, ids]) => ids.length > 0)),
    );
  }
});
