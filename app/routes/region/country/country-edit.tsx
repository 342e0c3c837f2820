import { Anchor } from "@mantine/core";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import basic from "~/app/basic.module.css";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { RecordForm } from "~/app/blocks/form/record-form";
import { useRecordForm } from "~/app/blocks/form/use-record-form";
import { Link } from "~/app/blocks/link";
import { Flag } from "~/app/features/country/flag";
import { t } from "~/app/i18n/t";
import { type CountryDetail, countryScreens } from "~/contract/region/country";
import classes from "./country-edit.module.css";
import { countryForm } from "./country-form";

export const clientLoader = loaderOf(countryScreens["/regionalManage/countryList/country-edit"]);

export const clientAction = write;

const place = "/regionalManage/countryList";

export default function CountryEdit() {
  const { byId, byCode } = useLoaderData<typeof clientLoader>();
  const record = byId ?? byCode;
  return (
    <div className={classes.page}>
      <ScreenHeading />
      <div className={classes.panel}>
        <CountryForm key={record?.id} record={record} />
      </div>
    </div>
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
        <p className={`${classes.name} ${basic.flex} ${basic.baseline} ${basic.gap8}`}>
          <Flag flag={record.flag} code={record.code} /> {record.name_zh} {record.code}
          <Anchor
            component={Link}
            to={`${place}/regionalList?country=${record.code}`}
            className={`${basic.pushed} ${basic.size14} ${basic.regular}`}
          >
            {t("区域")}
          </Anchor>
        </p>
      ) : null}
      <RecordForm form={form} onCancel={() => navigate(-1)} />
    </>
  );
}
