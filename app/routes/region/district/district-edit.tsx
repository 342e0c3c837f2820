import { Stack } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from "@remix-run/react";
import { load } from "~/app/api/load";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import panel from "~/app/blocks/form/form-panel.module.css";
import { RecordForm } from "~/app/blocks/form/record-form";
import { recordForm, useRecordForm } from "~/app/blocks/form/use-record-form";
import { t } from "~/app/i18n/t";
import { type DistrictDetail, district, districtScreens } from "~/contract/region/district";
import { DistrictCrumbs } from "./district-crumbs";
import { editPath, listPath } from "./district-paths";

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { record } = await load(districtScreens["/regionalManage/district-edit"], args);
  const search = new URL(args.request.url).searchParams;
  return { record, begin: { country_code: search.get("country"), parent_id: Number(search.get("parent_id")) || null } };
}

export { write as clientAction } from "~/app/api/writes";

const parent = { name: "parent_id", within: "country_code" } as const;

const districtForm = recordForm({
  create: district.create,
  update: district.update,
  draft: "district",
  sections: (record?: DistrictDetail) => [
    { title: "归属", fields: ["country_code", ...(record?.level === 1 ? [] : [parent])] },
    {
      title: "名称与代码",
      fields: [
        ...(["name_zh", "name_local", "name_en", "code"] as const),
        { name: "alias", isWide: true },
        ...(["is_hot", "is_open", "sort"] as const),
      ],
    },
    { title: "坐标", fields: [{ name: "lat", longitude: "lng" }] },
    { title: "行情", fields: ["avg_unit_price", "avg_unit_currency", "avg_unit_at"] },
    {
      title: "封面介绍",
      fields: [
        { name: "cover_id", media: { scene: "cover", known: record ? pictureOf(record) : [] } },
        { name: "intro", isWide: true },
      ],
    },
  ],
});

export default function DistrictEdit() {
  const { record, begin } = useLoaderData<typeof clientLoader>();
  return (
    <Stack gap={0} maw={1080} pt={12}>
      <ScreenHeading />
      {record ? <DistrictCrumbs place={record.place} present={record.name_zh} /> : null}
      <DistrictForm key={record?.id ?? `new-${begin.country_code}-${begin.parent_id}`} record={record} begin={begin} />
    </Stack>
  );
}

interface DistrictFormProps {
  record: DistrictDetail | undefined;
  begin: { country_code: string | null; parent_id: number | null };
}

function DistrictForm({ record, begin }: DistrictFormProps) {
  const navigate = useNavigate();
  const form = useRecordForm(districtForm, record, {
    begin,
    onCreated: ({ id }) => navigate(editPath(id), { replace: true }),
  });
  const country = record?.country_code ?? begin.country_code;
  const listed = country ? listPath(country, record?.level ?? 1, record?.parent_id) : undefined;
  // Back to the very place in the list, where one came from it.
  const leave = () => (window.history.state?.idx > 0 || !listed ? navigate(-1) : navigate(listed));
  return (
    <section className={panel.panel} aria-label={t("区域资料")}>
      <RecordForm form={form} isLong onCancel={leave} />
    </section>
  );
}

const pictureOf = ({ cover_id, cover, name_zh }: DistrictDetail) =>
  cover_id && cover ? [{ id: cover_id, name: name_zh, url: cover, mime: "image/jpeg" }] : [];
