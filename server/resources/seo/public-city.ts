import { asc, desc, eq } from "drizzle-orm";
import { publicCity as contract } from "~/contract/seo/public-city";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { serve } from "~/server/lib/serve";
import { isBestIn, publicItems } from "~/server/resources/content/public";
import { addressedItem, publicAt } from "../content/public-addressed";
import { readCity, toPublicCities } from "./city";
import { readEncyclopaedia, toPublicEncyclopaedias } from "./encyclopaedia";

const cities = {
  ...({ kind: "city_intro", table: cityIntro, name: cityIntro.title } as const),
  path: (slug: string) => `/api/public/city/${slug}`,
};
const encyclopaedias = {
  ...({ kind: "encyclopaedia", table: encyclopaedia, name: encyclopaedia.title } as const),
  path: (slug: string) => `/api/public/encyclopaedia/${slug}`,
  shows: [cityIntro],
};

export const publicCityHandlers = [
  serve(contract.list, (call) => {
    const { country, lang } = call.query;
    const where = [
      isBestIn(cityIntro, lang, call.services.now()),
      country ? eq(cityIntro.country_code, country) : undefined,
    ];
    const order = [asc(cityIntro.sort), desc(cityIntro.id)];
    return publicItems(call, cityIntro, { where, order }, (rows, reading) => toPublicCities(call, rows, reading));
  }),
  serve(contract.get, (call) => addressedItem(call, cities, (row, reading) => readCity(call, row, reading))),

  serve(contract.encyclopaedias, async (call) => {
    const { db, params, query, services } = call;
    const now = services.now();
    const path = (slug: string) => `${cities.path(slug)}/encyclopaedia`;
    const city = await publicAt(db, { ...cities, path }, params.slug, now);
    const where = [
      eq(encyclopaedia.city_intro_id, city.id),
      isBestIn(encyclopaedia, query.lang, now),
      query.category ? eq(encyclopaedia.category, query.category) : undefined,
    ];
    const order = [asc(encyclopaedia.sort), desc(encyclopaedia.publish_at), desc(encyclopaedia.id)];
    return publicItems(call, encyclopaedia, { where, order }, async (rows, reading) =>
      toPublicEncyclopaedias(call, rows, reading),
    );
  }),
  serve(contract.encyclopaedia, (call) =>
    addressedItem(call, encyclopaedias, (row, reading) => readEncyclopaedia(call, row, reading)),
  ),
];
