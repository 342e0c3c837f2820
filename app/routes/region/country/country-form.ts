import { recordForm } from "~/app/blocks/form/use-record-form";
import { formTexts } from "~/app/features/editor/picture-files";
import { type CountryDetail, country, countryTexts } from "~/contract/region/country";

const basics = [
  ...(["name_zh", "name_en", "name_local", "code3", "numeric"] as const),
  ...(["continent", "phone_cc", "sort", "status", "is_hot"] as const),
];

/** The form of a country. */
export const countryForm = recordForm({
  create: country.create,
  update: country.update,
  draft: "country",
  scene: "countries",
  values: (record: CountryDetail) => ({ ...record, ...formTexts(record, countryTexts) }),
  sections: (record?: CountryDetail) => [
    { title: "基本", fields: record ? basics : ["code", ...basics] },
    { title: "层级称谓", fields: ["level_name_1", "level_name_2", "level_name_3"] },
    { title: "币种语言", fields: ["currency_code", "default_lang", "timezone"] },
    {
      title: "封面介绍",
      fields: [
        { name: "cover_id", media: { scene: "cover", known: record ? pictureOf(record) : [] } },
        { name: "intro", isWide: true },
      ],
    },
    {
      title: "购房政策税费",
      fields: ["buy_policy", "tax_note"],
    },
  ],
});

const pictureOf = ({ cover_id, cover, name_zh }: CountryDetail) =>
  cover_id && cover ? [{ id: cover_id, name: name_zh, url: cover, mime: "image/jpeg" }] : [];
