import { useLoaderData, useSearchParams } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { lazyPart } from "~/app/blocks/lazy-part";
import { ScreenTabs } from "~/app/blocks/list/list-tabs";
import { reportScreens, reportTabs } from "~/contract/resource/report";
import { DownloadTab } from "./download-tab";
import { reportKind } from "./report-kind";
import { ReportTab } from "./report-tab";

/** It comes when one writes; the list does without it. */
const ContentForm = lazyPart(() => import("~/app/features/content/content-form"), "ContentForm");

export const clientLoader = loaderOf(reportScreens["/resources/reportDownload"]);
export { write as clientAction } from "~/app/api/writes";

/** 趋势报告: the reports, who has downloaded them, and the form of one. */
export default function ReportList() {
  const { page, downloads, record, draft } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  if (search.has("form"))
    return <ContentForm kind={reportKind} record={draft ?? record} isDraft={draft !== undefined} />;
  return (
    <ScreenTabs labels={reportTabs} present={downloads ? "download" : "report"}>
      {page ? <ReportTab page={page} /> : null}
      {downloads ? <DownloadTab page={downloads} /> : null}
    </ScreenTabs>
  );
}
