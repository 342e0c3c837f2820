import { Stack } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { load } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { districtScreens } from "~/contract/region/district";
import { DistrictCrumbs } from "./district-crumbs";
import { DistrictForm } from "./district-form";

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { record } = await load(districtScreens["/regionalManage/district-edit"], args);
  const search = new URL(args.request.url).searchParams;
  return { record, begin: { country_code: search.get("country"), parent_id: Number(search.get("parent_id")) || null } };
}

export const clientAction = write;

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
