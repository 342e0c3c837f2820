import { type SQL, sql } from "drizzle-orm";
import { listLimit } from "~/contract/common";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { CustomerTodo, Todo } from "~/contract/dashboard/metrics";
import type { AuditStatus } from "~/contract/house/estate-record";
import type { Db } from "~/server/database/database";
import { article } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { banner } from "~/server/database/tables/resource/advert";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { special } from "~/server/database/tables/special/special";
import type { Caller } from "~/server/lib/caller";
import { countUpTo } from "~/server/lib/list";
import { waitingApplications } from "~/server/resources/house/mansion-application/view";
import { disputedStatements, payableStatements } from "~/server/resources/statement/statement/list";
import { expiringClues, pendingClues, visitingClues } from "../clue/clue/list";
import { waitingFor } from "../content/approval";
import { type ContentTable, inStatuses } from "../content/kind";
import { waitingTransfers } from "../customer/transfer/transfer-list";
import { waitingUnregisters } from "../customer/unregister/request-list";
import { lateLinesOf, paidLinesOf } from "../deal/billing/list";
import { reviewingDeals } from "../deal/deal/list";
import { waitingAudits } from "../house/estate-audit/audit-list";
import { waitingChats } from "../inquiry/chat/sessions";
import { overdueInquiries, pendingInquiries } from "../inquiry/inquiry/list";

const dayLength = 86_400_000;
/** So many days before its end a banner is told of. */
const endingDays = 7;

const pieces = (table: ContentTable, status: "draft" | "scheduled") => (_: Caller, now: Date) =>
  countUpTo(listLimit, sql`from ${table} where ${table.deleted_at} is null and ${inStatuses(table, [status], now)}`);
const reviews =
  (kind: ContentKind) =>
  ({ id }: Caller) =>
    countUpTo(listLimit, waitingFor(kind, id));
const estates = (status: AuditStatus) => () =>
  countUpTo(listLimit, sql`from ${estate} where ${estate.deleted_at} is null and ${estate.audit_status} = ${status}`);

/** What waits, each counted as the list that it leads to shows it. */
export const waiting: Record<Exclude<Todo, CustomerTodo | "job_failed">, (caller: Caller, now: Date) => SQL> = {
  deal_review: reviewingDeals,
  inquiry_pending: pendingInquiries,
  inquiry_overdue: overdueInquiries,
  chat_waiting: waitingChats,
  transfer: waitingTransfers,
  clue_pending: pendingClues,
  clue_visit: visitingClues,
  clue_expiring: expiringClues,
  statement_disputed: disputedStatements,
  billing_confirm: paidLinesOf,
  billing_overdue: lateLinesOf,
  statement_pay: payableStatements,
  estate_audit: () => waitingAudits,
  mansion_application: () => waitingApplications,
  estate_rejected: estates("rejected"),
  estate_draft: estates("draft"),
  unregister: () => waitingUnregisters,
  article_review: reviews("article"),
  seo_article_review: reviews("seo_article"),
  encyclopaedia_review: reviews("encyclopaedia"),
  city_intro_review: reviews("city_intro"),
  investment_review: reviews("investment"),
  video_review: reviews("video"),
  report_review: reviews("report"),
  special_review: reviews("special"),
  article_draft: pieces(article, "draft"),
  article_scheduled: pieces(article, "scheduled"),
  seo_article_draft: pieces(seoArticle, "draft"),
  special_draft: pieces(special, "draft"),
  banner_ending: (_, now) =>
    countUpTo(
      listLimit,
      sql`from ${banner} where ${banner.status} = 'enabled' and ${banner.end_at} between ${isoInstant(now)}
        and ${isoInstant(now.getTime() + endingDays * dayLength)}`,
    ),
};

/** Jobs whose last run has failed, of those that have run in the last days. */
export async function failedJobs(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.execute<{ job: string }>(sql`
    select job from (
      select distinct on (job) job, result from job_run where ended_at > ${isoInstant(now.getTime() - endingDays * dayLength)}
      order by job, ended_at desc
    ) last where result like 'failed%' order by job`);
  return rows.map(({ job }) => job);
}
