import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { trendScreens } from "~/contract/trend/trend-data";
import { TrendScreen } from "./trend-screen";

export const clientLoader = loaderOf(trendScreens["/dashboard/estateTrend"]);

export default function EstateTrend() {
  const { trend } = useLoaderData<typeof clientLoader>();
  return <TrendScreen page="estate" trend={trend} />;
}
