import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { inquiryScreenData } from "~/contract/inquiry/inquiry";
import { InquiryListPage } from "./inquiry-list-page";
import { estateList } from "./inquiry-lists";

export const clientLoader = loaderOf(inquiryScreenData["/inquiry/estate-inquiry"]);
export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

export default function EstateInquiry() {
  const { page } = useLoaderData<typeof clientLoader>();
  return <InquiryListPage list={estateList} page={page} kind="estate" />;
}
