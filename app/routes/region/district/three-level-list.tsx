import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { districtScreens } from "~/contract/region/district";
import { DistrictList } from "./district-list";

export const clientLoader = loaderOf(districtScreens["/regionalManage/countryList/threeLevelList"]);
export { write as clientAction } from "~/app/api/writes";

export default function ThreeLevelList() {
  return <DistrictList level={3} page={useLoaderData<typeof clientLoader>().page} />;
}
