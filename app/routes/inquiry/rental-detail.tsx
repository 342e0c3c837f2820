import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { t } from "~/app/i18n/t";
import { inquiryScreenData } from "~/contract/inquiry/inquiry";
import { InquiryPage } from "./inquiry-page";
import { RentalMansions } from "./rental-mansions";

export const clientLoader = loaderOf(inquiryScreenData["/inquiry/rental/rental-detail"]);
export { write as clientAction } from "~/app/api/writes";

export default function RentalDetail() {
  const data = useLoaderData<typeof clientLoader>();
  const mansions = {
    key: "mansions",
    label: t("匹配楼栋"),
    content: <RentalMansions id={data.record.id} version={data.record.version} />,
  };
  return <InquiryPage {...data} tabs={[mansions]} />;
}
