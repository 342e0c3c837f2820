import { useLoaderData, useSearchParams } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { lazyPart } from "~/app/blocks/lazy-part";
import { ListTabs } from "~/app/blocks/list/list-tabs";
import { t } from "~/app/i18n/t";
import { reportScreens, reportTabs } from "~/contract/resource/report";
import { DownloadTab } from "./download-tab";
import { reportKind } from "./report-kind";
import { ReportTab } from "./report-tab";

/** It comes when one writes; the list does without it. */
const ContentForm = lazyPart(() => import("~/app/features/content/content-form"), "ContentForm");

export const clientLoader = loaderOf(reportScreens["/resources/reportDownload"]);
export { write as clientAction } from "~/app/api/writes";

const tabs = { name: "tab", options: Object.entries(reportTabs).map(([value, label]) => ({ value, label: t(label) })) };

/** 趋势报告: the reports, who has downloaded them, and the form of one. */
export default function ReportList() {
  const { page, downloads, record, draft } = useLoaderData<typeof clientLoader>();
  const [search, setSearch] = useSearchParams();
  if (search.has("form"))
    return <ContentForm kind={reportKind} record={draft ?? record} isDraft={draft !== undefined} />;
  return (
    <ListTabs
      tabs={tabs}
      present={downloads ? "download" : "report"}
      onChange={({ tab }) => setSearch(tab === "download" ? { tab } : {}, { preventScrollReset: true })}
    >
      {page ? <ReportTab page={page} /> : null}
      {downloads ? <DownloadTab page={downloads} /> : null}
    </ListTabs>
  );
}
