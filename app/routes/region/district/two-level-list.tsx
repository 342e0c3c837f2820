import { useLoaderData } from "@remix-run/react";
import { DistrictList } from "./district-list";
import { districtAction, districtLoader } from "./district-writes";

export const clientLoader = districtLoader(2);

export const clientAction = districtAction;

export default function TwoLevelList() {
  return <DistrictList level={2} page={useLoaderData<typeof clientLoader>()} />;
}
