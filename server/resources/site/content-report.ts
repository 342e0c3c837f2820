import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ContentKind } from "~/contract/content/content-kinds";
import { investmentCategories } from "~/contract/resource/investment";
import { reportCategories } from "~/contract/resource/report";
import { videoTypes } from "~/contract/resource/video";
import { encyclopaediaCategories } from "~/contract/seo/encyclopaedia";
import { cellOf, columnsOf } from "~/contract/sheet";
import {
  type ContentReportRow,
  contentReport as contract,
  ContentReportRow as Row,
} from "~/contract/site/content-report";
import { specialTemplates } from "~/contract/special/special";
import { article, articleCategory } from "~/server/database/tables/article/article";
import { contentDaily } from "~/server/database/tables/content/content";
import { investment, report, video } from "~/server/database/tables/resource/resource";
import { encyclopaedia } from "~/server/database/tables/seo/city";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { special } from "~/server/database/tables/special/special";
import { user } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { serve } from "~/server/lib/serve";
import { mayView } from "~/server/resources/content/kind";
import { isPublic, readKinds, readTables } from "~/server/resources/shared/content-visits";
import { sendExport } from "~/server/resources/shared/export/send";

const none = sql`null::text`;
/** The byline of kinds that have one. */
const bylines: Partial<Record<ContentKind, SQL>> = {
  article: sql`${article.author}`,
  seo_article: sql`${seoArticle.author}`,
};

interface Category {
  value: SQL;
  labels?: Readonly<Record<string, string>>;
}
const categories: Partial<Record<ContentKind, Category>> = {
  article: {
    value: sql`(select name from ${articleCategory} where ${articleCategory.id} = ${article.category_id})`,
  },
  video: { value: sql`${video.type}`, labels: videoTypes },
  investment: { value: sql`${investment.category}`, labels: investmentCategories },
  report: { value: sql`${report.category}`, labels: reportCategories },
  encyclopaedia: { value: sql`${encyclopaedia.category}`, labels: encyclopaediaCategories },
  special: { value: sql`${special.template}`, labels: specialTemplates },
};

const nobody = "（未署名）";

interface Days {
  from: string;
  to: string;
}

/** A kind's lines: pieces that are public, or were read in these days. */
async function linesOf(
  { db, services }: SignedCall,
  kind: ContentKind,
  { from, to }: Days,
): Promise<ContentReportRow[]> {
  const table = readTables[kind];
  const isHere = isPublic(table, services.now());
  const at = sql`(${table.publish_at} at time zone 'Asia/Shanghai')::date`;
  const { value = none, labels } = categories[kind] ?? {};
  const byline = bylines[kind] ?? none;
  const writer = sql`(select ${user.name} from ${user} where ${user.id} = ${table as PgTable}.created_by)`;
  const { rows } = await db.execute<Omit<ContentReportRow, "kind">>(sql`
    select coalesce(nullif(${byline}, ''), ${writer}, ${nobody}) as author, ${value} as category,
      (count(*) filter (where ${isHere}))::int as pieces,
      (count(*) filter (where ${isHere} and ${at} between ${from}::date and ${to}::date))::int as published,
      coalesce(sum(daily.views), 0)::int as views, coalesce(sum(daily.uv), 0)::int as uv,
      coalesce(sum(daily.inquiries), 0)::int as inquiries, coalesce(sum(daily.deals), 0)::int as deals
    from ${table as PgTable} left join (
      select target_id, sum(views) as views, sum(uv) as uv, sum(inquiries) as inquiries, sum(deals) as deals
      from ${contentDaily} where kind = ${kind} and date between ${from}::date and ${to}::date group by target_id) daily
      on daily.target_id = ${table.id}
    where ${table.deleted_at} is null and (${isHere} or daily.target_id is not null)
    group by 1, 2`);
  return rows.map((row) => ({ ...row, kind, category: row.category && (labels?.[row.category] ?? row.category) }));
}

const fields = Object.keys(Row.shape) as (keyof ContentReportRow)[]; // the keys of its shape

export const contentReportHandlers = [
  serve(contract.export, async (call) => {
    const { query, user: caller } = call;
    const lines: ContentReportRow[] = [];
    for (const kind of readKinds) if (mayView(kind, caller)) lines.push(...(await linesOf(call, kind, query)));
    lines.sort((a, b) => a.author.localeCompare(b.author, "zh") || b.views - a.views);
    return sendExport(call, {
      ...{ endpoint: contract.export, module: "content", name: "内容报表", query, reason: "内容报表" },
      ...{ count: lines.length, columns: columnsOf(Row.shape, fields) },
      chunks: async function* () {
        yield lines.map((line) => fields.map((name) => cellOf(Row.shape[name], line[name])));
      },
    });
  }),
];
