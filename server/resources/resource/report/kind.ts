import { ReportFields, ReportWhole } from "~/contract/resource/report";
import { report } from "~/server/database/tables/resource/resource";
import { kindOf } from "~/server/resources/content/kind";
import { reportOf } from "./view";

export const reports = kindOf({
  kind: "report",
  title: "趋势报告",
  module: "resource",
  table: report,
  fields: ReportFields,
  whole: ReportWhole,
  rich: [],
  pictures: ["cover_id"],
  files: { file_id: "report" },
  named: "title",
  present: (call, id) => reportOf(call, id),
});
