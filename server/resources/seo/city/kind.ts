import { and, eq, isNull, ne } from "drizzle-orm";
import { letterCount, mediaIn } from "~/contract/content/rich-text";
import type { FieldError } from "~/contract/errors";
import { blockNames, CityFields, CityWhole } from "~/contract/seo/city";
import { district } from "~/server/database/tables/region/geography";
import { cityIntro } from "~/server/database/tables/seo/city";
import type { SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { type ContentItem, kindOf, type Values } from "~/server/resources/content/kind";
import { cityOf, encyclopaediasOf, heldBy } from "./view";

export const cities = kindOf({
  kind: "city_intro",
  title: "城市介绍",
  module: "seo",
  table: cityIntro,
  fields: CityFields,
  whole: CityWhole,
  rich: blockNames,
  pictures: ["banner_id", "gallery"],
  named: "title",
  addressed: { kind: "city_intro", table: cityIntro, name: cityIntro.title },
  present: (call, id) => cityOf(call, id),
  check: checkLanguage,
  derive: async ({ db }, values) => {
    const district_id = Number(values.district_id);
    const [place] = await db
      .select({ country_code: district.country_code })
      .from(district)
      .where(eq(district.id, district_id));
    return {
      translation_key: String(district_id),
      ...found(place),
      block_count: blockNames.filter(saysSomething(values)).length,
    };
  },
  referred: async ({ db }, id) => heldBy((await encyclopaediasOf(db, [{ id }])).get(id)),
});

/** Whether a block has words, or a picture of ours. */
export const saysSomething = (values: Values) => (name: string) => {
  const html = values[name];
  return typeof html === "string" && (letterCount(html) > 0 || mediaIn(html).length > 0);
};

/** A city is introduced once in each language. */
async function checkLanguage(
  { db }: SignedCall,
  values: Values,
  before: ContentItem | undefined,
): Promise<FieldError[]> {
  const { district_id, lang } = values as Pick<CityFields, "district_id" | "lang">;
  const [same] = await db
    .select({ title: cityIntro.title })
    .from(cityIntro)
    .where(
      and(
        eq(cityIntro.district_id, district_id),
        eq(cityIntro.lang, lang),
        isNull(cityIntro.deleted_at),
        before && ne(cityIntro.id, before.id),
      ),
    );
  return same ? [{ field: "lang", label: "语言", message: `该城市已有这种语言的介绍“${same.title}”` }] : [];
}
