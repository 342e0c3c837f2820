import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { call } from "~/app/api/call";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { district } from "~/contract/region/district";
import classes from "./district.module.css";
import { DistrictCrumbs } from "./district-crumbs";
import { DistrictForm } from "./district-form";
import { districtAction } from "./district-writes";

/** `?id=7`; a new one by `?country=JP&parent_id=7`. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("id");
  const begin = { country_code: searchParams.get("country"), parent_id: Number(searchParams.get("parent_id")) || null };
  if (asked === null) return { record: undefined, begin };
  return {
    record: await call(district.get, { params: { id: Number(asked) || 0 } }, { signal: request.signal }),
    begin,
  };
}

export const clientAction = districtAction;

export default function DistrictEdit() {
  const { record, begin } = useLoaderData<typeof clientLoader>();
  return (
    <div className={classes.page}>
      <ScreenHeading />
      {record ? <DistrictCrumbs place={record.place} present={record.name_zh} /> : null}
      <DistrictForm key={record?.id ?? `new-${begin.country_code}-${begin.parent_id}`} record={record} begin={begin} />
    </div>
  );
}
