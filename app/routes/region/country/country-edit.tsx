import { Anchor, Flex, Stack } from "@mantine/core";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import basic from "~/app/basic.module.css";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import panel from "~/app/blocks/form/form-panel.module.css";
import { RecordForm } from "~/app/blocks/form/record-form";
import { recordForm, useRecordForm } from "~/app/blocks/form/use-record-form";
import { Link } from "~/app/blocks/link";
import { Flag } from "~/app/features/country/flag";
import { formTexts } from "~/app/features/editor/picture-files";
import { t } from "~/app/i18n/t";
import { type CountryDetail, country, countryScreens, countryTexts } from "~/contract/region/country";

export const clientLoader = loaderOf(countryScreens["/regionalManage/countryList/country-edit"]);
export { write as clientAction } from "~/app/api/writes";

const basics = [
  ...(["name_zh", "name_en", "name_local", "code3", "numeric"] as const),
  ...(["continent", "phone_cc", "sort", "status", "is_hot"] as const),
];

const countryForm = recordForm({
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

const place = "/regionalManage/countryList";

export default function CountryEdit() {
  const { byId, byCode } = useLoaderData<typeof clientLoader>();
  const record = byId ?? byCode;
  return (
    <Stack maw={1080}>
      <ScreenHeading />
      <div className={panel.panel}>
        <CountryForm key={record?.id} record={record} />
      </div>
    </Stack>
  );
}

function CountryForm({ record }: { record: CountryDetail | undefined }) {
  const navigate = useNavigate();
  const form = useRecordForm(countryForm, record, {
    onCreated: ({ id }) => navigate(`${place}/country-edit?id=${id}`, { replace: true }),
  });
  return (
    <>
      {record ? (
        <Flex component="p" align="baseline" gap={8} m="0 0 16px" fz={18} fw={600}>
          <Flag flag={record.flag} code={record.code} /> {record.name_zh} {record.code}
          <Anchor
            component={Link}
            to={`${place}/regionalList?country=${record.code}`}
            className={`${basic.pushed} ${basic.size14} ${basic.regular}`}
          >
            {t("区域")}
          </Anchor>
        </Flex>
      ) : null}
      <RecordForm form={form} onCancel={() => navigate(-1)} />
    </>
  );
}

const pictureOf = ({ cover_id, cover, name_zh }: CountryDetail) =>
  cover_id && cover ? [{ id: cover_id, name: name_zh, url: cover, mime: "image/jpeg" }] : [];
