import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { ContentForm } from "~/app/features/content/content-form";
import { investmentScreens } from "~/contract/resource/investment";
import { investmentKind } from "./investment-kind";

export const clientLoader = loaderOf(investmentScreens["/resources/investment/invest-edit"]);
export { write as clientAction } from "~/app/api/writes";

export default function InvestmentEdit() {
  const { record, draft } = useLoaderData<typeof clientLoader>();
  return <ContentForm kind={investmentKind} record={draft ?? record} isDraft={draft !== undefined} />;
}
