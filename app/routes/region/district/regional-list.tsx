import { useLoaderData } from "@remix-run/react";
import { DistrictList } from "./district-list";
import { districtAction, districtLoader } from "./district-writes";

export const clientLoader = districtLoader(1);

export const clientAction = districtAction;

export default function RegionalList() {
  return <DistrictList level={1} page={useLoaderData<typeof clientLoader>()} />;
}
