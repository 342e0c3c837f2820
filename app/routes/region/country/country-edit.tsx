import { Anchor } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from "@remix-run/react";
import { useState } from "react";
import { call } from "~/app/api/call";
import { writes } from "~/app/api/writes";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { type FormSection, RecordForm } from "~/app/blocks/form/record-form";
import { renewScene } from "~/app/blocks/form/scenes";
import { useAct } from "~/app/blocks/form/use-act";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import {
  CountryCreate,
  type CountryDetail,
  type CountryFields,
  CountryUpdate,
  country,
} from "~/contract/region/country";
import classes from "./country-edit.module.css";

export async function clientLoader({ request: { url, signal } }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(url);
  const id = Number(searchParams.get("id")) || 0;
  const code = searchParams.get("code");
  if (id) return call(country.get, { params: { id } }, { signal });
  return code ? call(country.byCode, { params: { code } }, { signal }) : null;
}

export const clientAction = writes({ create: country.create, update: country.update });

const place = "/regionalManage/countryList";

export default function CountryEdit() {
  const record = useLoaderData<typeof clientLoader>();
  return (
    <div className={classes.page}>
      <ScreenHeading />
      <div className={classes.panel}>{record ? <EditedCountry key={record.id} record={record} /> : <NewCountry />}</div>
    </div>
  );
}

function EditedCountry({ record }: { record: CountryDetail }) {
  const navigate = useNavigate();
  const { run, pending } = useAct<typeof clientAction>();
  const [sections] = useState(() => [{ title: "基本", fields: basics }, ...others(record)]);
  const { id, code, flag, name_zh, version } = record;
  return (
    <>
      <p className={classes.name}>
        <span aria-hidden>{flag}</span> {name_zh} {code}
        <Anchor component={Link} to={`${place}/regionalList?country=${code}`} className={classes.more}>
          {t("区域")}
        </Anchor>
      </p>
      <RecordForm
        schema={CountryUpdate}
        sections={sections}
        value={record}
        extra={{ version }}
        draft={`country:${id}`}
        pending={pending}
        onSubmit={(body, then) =>
          run("update", { params: { id }, body }, { success: t("已保存"), ...then(renewCountries) })
        }
        onCancel={() => navigate(-1)}
      />
    </>
  );
}

function NewCountry() {
  const navigate = useNavigate();
  const { run, pending } = useAct<typeof clientAction>();
  const [sections] = useState((): FormSection<typeof CountryCreate>[] => [
    { title: "基本", fields: ["code", ...basics] },
    ...others(null),
  ]);
  return (
    <RecordForm
      schema={CountryCreate}
      sections={sections}
      value={{}}
      draft="country-new"
      pending={pending}
      onSubmit={(body, then) => {
        const { onSuccess, onError } = then(renewCountries);
        run(
          "create",
          { body },
          {
            success: t("已新增"),
            onSuccess: (made) => {
              onSuccess(made);
              navigate(`${place}/country-edit?id=${made.id}`, { replace: true });
            },
            onError,
          },
        );
      }}
      onCancel={() => navigate(-1)}
    />
  );
}

const renewCountries = () => renewScene("countries");

const basics = [
  ...(["name_zh", "name_en", "name_local", "code3", "numeric", "flag"] as const),
  ...(["continent", "phone_cc", "sort", "status", "is_hot"] as const),
];

function others(record: CountryDetail | null): FormSection<typeof CountryFields>[] {
  return [
    { title: "层级称谓", fields: ["level_name_1", "level_name_2", "level_name_3"] },
    { title: "货币语言", fields: ["currency_code", "default_lang", "timezone"] },
    {
      title: "封面介绍",
      fields: [
        { name: "cover_id", media: { scene: "cover", known: record ? pictureOf(record) : [] } },
        { name: "intro", isWide: true },
      ],
    },
    {
      title: "购房政策税费",
      fields: [
        { name: "buy_policy", isWide: true },
        { name: "tax_note", isWide: true },
      ],
    },
  ];
}

const pictureOf = ({ cover_id, cover, name_zh }: CountryDetail) =>
  cover_id && cover ? [{ id: cover_id, name: name_zh, url: cover, mime: "image/jpeg" }] : [];
