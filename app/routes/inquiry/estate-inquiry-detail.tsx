import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { inquiryScreenData } from "~/contract/inquiry/inquiry";
import { InquiryPage } from "./inquiry-page";

export const clientLoader = loaderOf(inquiryScreenData["/inquiry/estate-inquiry/inquiry-detail"]);

export const clientAction = write;

export default function EstateInquiryDetail() {
  return <InquiryPage {...useLoaderData<typeof clientLoader>()} />;
}
