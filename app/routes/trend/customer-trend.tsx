import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { trendScreens } from "~/contract/trend/trend-data";
import { TrendScreen } from "./trend-screen";

export const clientLoader = loaderOf(trendScreens["/dashboard/customerTrend"]);

export default function CustomerTrend() {
  const { trend } = useLoaderData<typeof clientLoader>();
  return <TrendScreen page="customer" trend={trend} />;
}
