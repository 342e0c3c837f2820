import { z } from "zod";
import { contentCodes, contentKinds } from "../content/content-kinds";
import { siteFigures } from "../content/site-figures";
import { endpoint, file } from "../endpoint";
import * as field from "../field";

const longestDays = 366;
const day = 86_400_000;

export const ContentReportQuery = z
  .object({ from: field.day("开始日期"), to: field.day("结束日期") })
  .superRefine(({ from, to }, context) => {
    const wrong = (message: string) => context.addIssue({ code: "custom", path: ["to"], message });
    if (from > to) wrong("结束日期不能早于开始日期");
    else if ((Date.parse(to) - Date.parse(from)) / day >= longestDays) wrong(`一次最多${longestDays}天`);
  });

const count = (label: string) => z.int().meta({ label });

/** A line: what one author has in one category of one kind. */
export const ContentReportRow = z.object({
  author: z.string().meta({ label: "作者" }),
  kind: field.choice("类型", contentKinds),
  category: z.string().nullable().meta({ label: "分类" }),
  pieces: count("公开内容"),
  published: count("期间发布"),
  views: count(siteFigures.views.label),
  uv: count(siteFigures.visitors.label),
  inquiries: count(siteFigures.inquiries.label),
  deals: count(siteFigures.deals.label),
});
export type ContentReportRow = z.output<typeof ContentReportRow>;

export const contentReport = {
  /** Of the kinds that the caller may see: figures of the days, by who wrote it and by category (domain E.5). */
  export: endpoint(
    "GET /api/content/report/export",
    "导出内容报表",
    Object.values(contentCodes).map(({ view }) => view),
    {
      query: ContentReportQuery,
      reply: file,
    },
  ),
};
