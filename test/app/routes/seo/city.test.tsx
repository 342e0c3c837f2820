import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as cityEdit from "~/app/routes/seo/city-edit";
import * as cityList from "~/app/routes/seo/city-list";
import * as pieceEdit from "~/app/routes/seo/encyclopaedia-edit";
import * as pieceList from "~/app/routes/seo/encyclopaedia-list";
import type { Input } from "~/contract/endpoint";
import { city } from "~/contract/seo/city";
import { encyclopaedia } from "~/contract/seo/encyclopaedia";
import { district } from "~/server/database/tables/region/geography";
import { cityIntro, encyclopaedia as pieces } from "~/server/database/tables/seo/city";
import { makeMedia } from "../../../support/factories";
import { type Actor, actOn, answer, routeTest } from "../../../support/route-test";
import { writeRich } from "../../../support/write-rich";

const listPath = "/seo/cityIntroduce";
const piecesPath = `${listPath}/encyclopaedic`;
const formPath = `${listPath}/introdeceForm`;
const { db, api, staff, open } = routeTest({ path: formPath, module: cityEdit });
const editor = staff({ role: "seo_editor", name: "周编辑" });

async function makeCity(title = "云港", over: object = {}) {
  const as = await api.as(editor.id);
  // Towns are there in every database.
  const isTown = and(eq(district.country_code, "JP"), eq(district.level, 1));
  const towns = await db.select({ id: district.id }).from(district).where(isTown).orderBy(district.id).limit(2);
  const place = towns[title === "云港" ? 0 : 1];
  const picture = await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false });
  const facts = {
    district_id: place?.id,
    title,
    banner_id: picture.id,
    summary: "海港城市",
    overview: "<p>有海港。</p>",
  };
  return (await as(city.create, { body: { ...facts, ...over } as Input<typeof city.create>["body"] })).data.id;
}
async function makePiece(title: string, city_intro_id: number) {
  const as = await api.as(editor.id);
  const body = { title, city_intro_id, category: "tax", content: "<p>税费。</p>" };
  return (await as(encyclopaedia.create, { body: body as Input<typeof encyclopaedia.create>["body"] })).data.id;
}
const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: "input, textarea" }), { target: { value } });
const press = async (actor: Actor, label: string) =>
  actor.click(await screen.findByText(label, { selector: "form button *, section button *" }));

it("writes a city's block and figures, and publishes what it has saved", async () => {
  const id = await makeCity();
  const { actor } = await open(`?id=${id}`);
  await type(/^标题/, "云港：海与丘陵");
  await writeRich("人口", "<p>一百四十万人</p>");
  await actor.click(await screen.findByRole("button", { name: "添加数据" }));
  await type(/^指标/, "人口");
  await type(/^数值/, "140");
  await press(actor, "发布");
  await waitFor(async () =>
    expect((await db.select().from(cityIntro).where(eq(cityIntro.id, id)))[0]).toMatchObject({
      ...{ title: "云港：海与丘陵", publish_status: "published", block_count: 2 },
      stats: [{ label: "人口", value: "140", unit: null, year: null }],
    }),
  );
});

it("lists cities with what is written of them, leads to their encyclopaedia, and takes them off line", async () => {
  const id = await makeCity();
  await makePiece("云港的税费", id);
  const as = await api.as(editor.id);
  await as(city.publish, { params: { id }, body: { version: 1 } });
  const { actor, place } = await open(listPath, {
    ...{ path: listPath, module: cityList },
    others: { [piecesPath]: () => <p>百科页</p> },
  });
  await screen.findByRole("row", { name: /云港.*简体中文.*1\/9.*1.*已发布/ });
  await actOn(actor, "云港", "下线");
  await answer(actor, /^下线/, "下线");
  await waitFor(async () => expect((await db.select().from(cityIntro))[0]?.publish_status).toBe("offline"));
  await actor.click(
    within(await screen.findByRole("row", { name: /云港/ })).getByText("百科", { selector: "a, button" }),
  );
  await waitFor(() => expect(place.href).toBe(`${piecesPath}?city_id=${id}`));
});

it("lists a city's articles under its name, publishes and deletes them, and begins a new one with it", async () => {
  const [id, other] = [await makeCity(), await makeCity("海城")];
  await makePiece("云港的税费", id);
  await makePiece("海城的贷款", other);
  const { actor } = await open(`${piecesPath}?city_id=${id}`, { path: piecesPath, module: pieceList });
  await screen.findByText(/^云港（.+）的百科/);
  expect(screen.queryByText("海城的贷款")).toBeNull();
  expect(screen.getByRole("link", { name: "写百科文章" }).getAttribute("href")).toBe(
    `${piecesPath}/formArticle?city_id=${id}`,
  );
  await actOn(actor, "云港的税费", "删除");
  await answer(actor, /^删除/, "删除");
  await waitFor(() => expect(screen.queryByText("云港的税费")).toBeNull());
});

it("writes an article of a city's encyclopaedia as a draft", async () => {
  const id = await makeCity();
  const { actor, place } = await open(`${piecesPath}/formArticle?city_id=${id}`, {
    ...{ path: `${piecesPath}/formArticle`, module: pieceEdit },
  });
  await type(/^标题/, "购房税费清单");
  await writeRich("正文", "<p>税费分三笔。</p>");
  await press(actor, "存草稿");
  await waitFor(() => expect(place.href).toMatch(/formArticle\?id=\d+&city_id=\d+/));
  expect(await db.select().from(pieces)).toMatchObject([
    { title: "购房税费清单", city_intro_id: id, publish_status: "draft", slug: "gou-fang-shui-fei-qing-dan" },
  ]);
});
