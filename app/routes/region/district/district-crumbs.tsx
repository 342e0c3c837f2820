import { Group } from "@mantine/core";
import { Fragment } from "react";
import basic from "~/app/basic.module.css";
import { Link } from "~/app/blocks/link";
import { lastPlace } from "~/app/browser/return-path";
import { Flag } from "~/app/features/country/flag";
import { t } from "~/app/i18n/t";
import type { DistrictPlace } from "~/contract/region/district";
import { countriesPath, listPath } from "./district-paths";

export function DistrictCrumbs({ place: { country, above }, present }: { place: DistrictPlace; present: string }) {
  const steps = [
    { label: t("国家/地区"), flag: null, to: lastPlace(countriesPath) },
    { label: country.name, flag: <Flag {...country} />, to: listPath(country.code, 1) },
    ...above.map(({ id, name, level }) => ({ label: name, flag: null, to: listPath(country.code, level + 1, id) })),
  ];
  return (
    <Group component="nav" gap="4px 8px" fz={14} style={{ padding: "0 2px 10px" }} aria-label={t("区域层级")}>
      {steps.map(({ label, flag, to }) => (
        <Fragment key={to}>
          <Link to={to}>
            {flag}
            {label}
          </Link>
          <span className={basic.dim} aria-hidden>
            ›
          </span>
        </Fragment>
      ))}
      <span className={basic.bold} aria-current="page">
        {present}
      </span>
    </Group>
  );
}
