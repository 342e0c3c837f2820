import { useLoaderData } from "@remix-run/react";
import { DistrictList } from "./district-list";
import { districtAction, districtLoader } from "./district-writes";

export const clientLoader = districtLoader(3);

export const clientAction = districtAction;

export default function ThreeLevelList() {
  return <DistrictList level={3} page={useLoaderData<typeof clientLoader>()} />;
}
