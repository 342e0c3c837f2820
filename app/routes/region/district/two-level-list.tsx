import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { districtScreens } from "~/contract/region/district";
import { DistrictList } from "./district-list";

export const clientLoader = loaderOf(districtScreens["/regionalManage/countryList/twoLevelList"]);

export const clientAction = write;

export default function TwoLevelList() {
  return <DistrictList level={2} page={useLoaderData<typeof clientLoader>().page} />;
}
