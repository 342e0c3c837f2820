import { useLoaderData, useSearchParams } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { WaitingRecord } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { inquiryScreenData } from "~/contract/inquiry/inquiry";
import { VisaPage } from "./visa-page";

const DossierSheet = lazyPart(() => import("./dossier-sheet"), "DossierSheet", WaitingRecord);

export const clientLoader = loaderOf(inquiryScreenData["/inquiry/management/managementInfo/:inquiryId"]);
export { write as clientAction } from "~/app/api/writes";

/** 签证询盘信息: a case's page, or the case on paper (`?view=dossier`). */
export default function ManagementInfo() {
  const { record, logs, papers, dossier } = useLoaderData<typeof clientLoader>();
  const [, setSearch] = useSearchParams();
  const { visa: view } = record;
  if (!view) return null;
  if (dossier) return <DossierSheet record={record} view={view} dossier={dossier} onClose={() => setSearch({})} />;
  if (!logs || !papers) return null;
  return (
    <VisaPage record={record} view={view} logs={logs} papers={papers} onPrint={() => setSearch({ view: "dossier" })} />
  );
}
