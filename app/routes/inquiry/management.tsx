import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { WaitingCards } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useBoardDisplay } from "~/app/blocks/list/list-display";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { inquiryScreenData } from "~/contract/inquiry/inquiry";
import { InquiryListPage } from "./inquiry-list-page";
import { visaList } from "./visa/visa-list";

export const clientLoader = loaderOf(inquiryScreenData["/inquiry/management"]);
export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

const VisaBoard = lazyPart(() => import("./visa/visa-board"), "VisaBoard", WaitingCards);

/** 经营管理签证 (domain D.4). */
export default function Management() {
  const { page } = useLoaderData<typeof clientLoader>();
  const display = useBoardDisplay();
  const { query } = useListQuery(visaList.endpoint);
  const whole = display.isBoard ? <VisaBoard query={query} /> : undefined;
  return <InquiryListPage list={visaList} page={page} kind="visa" display={{ ...display, whole }} />;
}
