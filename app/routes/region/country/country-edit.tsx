import { Anchor, Flex, Stack } from "@mantine/core";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import basic from "~/app/basic.module.css";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import panel from "~/app/blocks/form/form-panel.module.css";
import { RecordForm } from "~/app/blocks/form/record-form";
import { useRecordForm } from "~/app/blocks/form/use-record-form";
import { Link } from "~/app/blocks/link";
import { Flag } from "~/app/features/country/flag";
import { t } from "~/app/i18n/t";
import { type CountryDetail, countryScreens } from "~/contract/region/country";
import { countryForm } from "./country-form";

export const clientLoader = loaderOf(countryScreens["/regionalManage/countryList/country-edit"]);

export const clientAction = write;

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

/** Keyed by the record. */
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
