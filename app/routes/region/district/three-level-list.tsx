import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { districtScreens } from "~/contract/region/district";
import { DistrictList } from "./district-list";

export const clientLoader = loaderOf(districtScreens["/regionalManage/countryList/threeLevelList"]);

export const clientAction = write;

export default function ThreeLevelList() {
  return <DistrictList level={3} page={useLoaderData<typeof clientLoader>().page} />;
}
