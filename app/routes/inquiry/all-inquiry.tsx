import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { inquiryScreenData } from "~/contract/inquiry/inquiry";
import { InquiryListPage } from "./inquiry-list-page";
import { allList } from "./inquiry-lists";

export const clientLoader = loaderOf(inquiryScreenData["/inquiry/all-inquiry"]);
export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

export default function AllInquiry() {
  const { page } = useLoaderData<typeof clientLoader>();
  return <InquiryListPage list={allList} page={page} kind="estate" />;
}
