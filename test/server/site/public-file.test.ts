import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { article as contract } from "~/contract/article/article";
import type { Input } from "~/contract/endpoint";
import { publicFile } from "~/contract/shared/public-file";
import { article } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { estate, room } from "~/server/database/tables/house/estate";
import { album } from "~/server/database/tables/house/property";
import { banner } from "~/server/database/tables/resource/advert";
import { special } from "~/server/database/tables/special/special";
import { admitVisitor } from "~/server/lib/public-read";
import { publicPictureUrl } from "~/server/resources/shared/upload";
import { desk } from "~/test/support/desk";
import { makeEstate, makeRoom } from "~/test/support/estate";
import { days, makeMedia, testNow } from "~/test/support/factories";
import { putArticle, putSpecial } from "~/test/support/public-pages";
import { rowsOf } from "~/test/support/rows";

const { db, api, editor, asEditor, whoMay, at } = desk({ editor: { role: "content_editor", name: "林编辑" } });

let files = 0;
/** A picture in the storage. */
async function picture(over: { is_private?: boolean; kind?: string; mime?: string } = {}): Promise<number> {
  const key = `content/picture-${++files}`;
  await api.services.storage.write(key, new Blob([`picture ${files}`]).stream(), 100);
  return (await makeMedia(db, { uploader: editor.id, key, scene: "content", is_private: false, ...over })).id;
}
const ask = (path: string, headers: Record<string, string> = {}) =>
  api.app.request(new URL(path, "http://desk.local"), { headers });
const statusOf = async (id: number) => (await ask(publicPictureUrl(api.services, id))).status;
const addressesIn = (value: unknown) => JSON.stringify(value).match(/\/api\/(upload|public\/file)\/[\w./-]+/g) ?? [];

async function put(slug: string, over: Partial<typeof article.$inferInsert> = {}) {
  const [cover_id, inText] = [await picture(), await picture()];
  const content = `<p>${"湾岸新盘陆续入市。".repeat(4)}</p><img data-media-id="${inText}" alt="" />`;
  const row = await putArticle(db, slug, { cover_id, content, media_ids: [cover_id, inText], ...over });
  return { ...row, pictures: [cover_id, inText] };
}

test("the pictures of a public piece stay where they are for good, in its text and in what search engines are told, for any site and any cache", async () => {
  await put("bay");
  const read = async () => (await (await ask("/api/public/article/bay")).json()).data;
  const addresses = addressesIn(await read());
  expect(addresses.length).toBe(3);
  api.setClock(new Date(days(400)));
  expect(addressesIn(await read())).toEqual(addresses);
  for (const address of addresses) {
    const answer = await ask(address);
    expect([
      answer.status,
      answer.headers.get("cache-control"),
      answer.headers.get("access-control-allow-origin"),
    ]).toEqual([200, "public, max-age=31536000, immutable", "*"]);
    expect(await answer.text()).toMatch(/^picture \d+$/);
  }
});

test("it is there while the public may see what shows it, to the moment, and else missing: a draft, what comes later, what went offline or was deleted", async () => {
  const draft = await put("draft", { publish_status: "draft", publish_at: null });
  const later = await put("later", { publish_status: "scheduled", publish_at: isoInstant(at(10)) });
  const live = await put("live");
  const statuses = async ({ pictures }: { pictures: number[] }) => Promise.all(pictures.map(statusOf));
  expect(await statuses(draft)).toEqual([404, 404]);
  expect(await statuses(later)).toEqual([404, 404]);
  expect(await statuses(live)).toEqual([200, 200]);
  api.setClock(at(10));
  expect(await statuses(later)).toEqual([200, 200]);
  await db.update(article).set({ publish_status: "offline" }).where(eq(article.id, live.id));
  expect(await statuses(live)).toEqual([404, 404]);
  await rowsOf(db).updateIn("article", later.id, { deleted_at: isoInstant(testNow) });
  expect(await statuses(later)).toEqual([404, 404]);
  const missing = await ask(publicPictureUrl(api.services, draft.pictures[0] ?? 0));
  expect(missing.headers.get("cache-control")).toBe("no-store");
});

test("whoever has the picture of a draft, or its number, cannot ask for it: names are this server's own, and a private file has none", async () => {
  const live = await put("live");
  const [cover = 0, inText = 0] = live.pictures;
  const name = publicPictureUrl(api.services, cover);
  for (const wrong of [
    name.replace(`${cover}.`, `${inText}.`),
    `/api/public/file/${cover}`,
    `${name}x`,
    `${name}.thumb`,
  ])
    expect((await ask(wrong)).status, wrong).toBe(404);
  const secret = await picture({ is_private: true });
  await db.update(article).set({ cover_id: secret }).where(eq(article.id, live.id));
  expect(await statusOf(secret)).toBe(404);
});

test("a preview shows the pictures of a draft at addresses of the day", async () => {
  const draft = await put("draft", { publish_status: "draft", publish_at: null });
  const { url } = (await asEditor(contract.previewLink, { params: { id: draft.id } })).data;
  const shown = addressesIn(await (await ask(url)).text());
  expect(shown.length).toBe(2);
  for (const address of shown) {
    expect(address).toMatch(/^\/api\/upload\/media\//);
    expect((await ask(address)).headers.get("cache-control")).toBe("private, max-age=86400");
  }
});

test("the picture of a public page that is pasted into a text is known as ours", async () => {
  const live = await put("live");
  const [, inText = 0] = live.pictures;
  const draft = await put("draft", { publish_status: "draft", publish_at: null });
  const { data: form } = await asEditor(contract.get, { params: { id: draft.id } });
  const content = `<p>${"湾岸".repeat(30)}</p><img src="https://desk.example${publicPictureUrl(api.services, inText)}" />`;
  const body = { ...(form as unknown as Input<typeof contract.update>["body"]), content };
  expect((await asEditor(contract.update, { params: { id: draft.id }, body })).code).toBe(200);
  const [row] = await db.select().from(article).where(eq(article.id, draft.id));
  expect([row?.content, row?.media_ids]).toEqual([
    expect.stringContaining(`data-media-id="${inText}"`),
    expect.arrayContaining([inText]),
  ]);
});

test("of an estate that is online album, plans and texts are there, of a layout that waits for its review nothing", async () => {
  const [inAlbum, plan, proposed, inText] = [await picture(), await picture(), await picture(), await picture()];
  const own = await makeEstate(db, { description: `<p>湾岸</p><img data-media-id="${inText}" alt="" />` });
  await db
    .insert(album)
    .values({ owner_type: "estate", owner_id: own.id, media_id: inAlbum, category: "exterior", sort: 1 });
  await makeRoom(db, { estate_id: own.id, floor_plan_id: plan });
  await makeRoom(db, { estate_id: own.id, floor_plan_id: proposed, is_proposed: true });
  const statuses = () => Promise.all([inAlbum, plan, inText, proposed].map(statusOf));
  expect(await statuses()).toEqual([200, 200, 200, 404]);
  const { data } = await (await ask(`/api/public/estate/${own.slug}`)).json();
  expect(new Set(addressesIn(data))).toEqual(
    new Set([inAlbum, plan, inText].map((id) => publicPictureUrl(api.services, id))),
  );
  await db.update(estate).set({ publish_status: "offline" }).where(eq(estate.id, own.id));
  expect(await statuses()).toEqual([404, 404, 404, 404]);
  expect(await db.$count(room, eq(room.estate_id, own.id))).toBe(2);
});

test("a banner's pictures are there while it is shown, a special page's while it runs", async () => {
  const [wide, narrow] = [await picture(), await picture()];
  const state = { status: "enabled" as const, start_at: isoInstant(at(5)), end_at: isoInstant(at(10)) };
  await db.insert(banner).values({
    ...{ title: "湾岸", platform: ["web"], position: "home_top", link_type: "none", ...state },
    ...{ image_id: wide, image_mobile_id: narrow },
  });
  const cover = await picture();
  const page = await putSpecial(db, "bay", { cover_id: cover, end_at: isoInstant(at(10)) });
  const statuses = () => Promise.all([wide, narrow, cover].map(statusOf));
  expect(await statuses()).toEqual([404, 404, 200]);
  api.setClock(at(5));
  expect(await statuses()).toEqual([200, 200, 200]);
  api.setClock(at(10));
  expect(await statuses()).toEqual([404, 404, 404]);
  await db.update(special).set({ end_at: null }).where(eq(special.id, page.id));
  expect(await statusOf(cover)).toBe(200);
});

test("files are counted with all else that somebody reads", async () => {
  const live = await put("live");
  const url = publicPictureUrl(api.services, live.pictures[0] ?? 0);
  api.services.trustsProxy = true;
  const from = (ip: string) => ask(url, { "x-forwarded-for": ip });
  for (let read = 0; read < 599; read++) await admitVisitor({ services: api.services, origin: { ip: "203.0.113.9" } });
  expect((await from("203.0.113.9")).status).toBe(200);
  const refused = await from("203.0.113.9");
  expect([refused.status, (await refused.json()).code]).toEqual([429, 42900]);
  expect((await from("203.0.113.10")).status).toBe(200);
});

whoMay(publicFile, { all: "public" });
