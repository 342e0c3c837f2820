import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { inquiryScreenData } from "~/contract/inquiry/inquiry";
import { InquiryListPage } from "./inquiry-list-page";
import { visaList } from "./visa/visa-list";

export const clientLoader = loaderOf(inquiryScreenData["/inquiry/management"]);

export const clientAction = write;

export { keepsRows as shouldRevalidate } from "~/app/blocks/list/drawer-address";

/** 经营管理签证 (domain D.4). */
export default function Management() {
  const { page } = useLoaderData<typeof clientLoader>();
  return <InquiryListPage list={visaList} page={page} kind="visa" />;
}
