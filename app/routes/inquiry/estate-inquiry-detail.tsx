import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { inquiryScreenData } from "~/contract/inquiry/inquiry";
import { InquiryPage } from "./inquiry-page";

export const clientLoader = loaderOf(inquiryScreenData["/inquiry/estate-inquiry/inquiry-detail"]);
export { write as clientAction } from "~/app/api/writes";

export default function EstateInquiryDetail() {
  return <InquiryPage {...useLoaderData<typeof clientLoader>()} />;
}
