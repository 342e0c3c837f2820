import { and, asc, eq, gt, gte, isNull, lte, sql } from "drizzle-orm";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { setRow } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { notify } from "~/server/lib/notify";
import { readSettings } from "~/server/lib/settings";
import { dayAfter } from "~/server/resources/deal/billing/commission-lines";
import { lineText } from "~/server/resources/deal/billing/lines";
import { dealLink } from "~/server/resources/deal/deal/record";
import { describedDeal } from "~/server/resources/deal/deal/tell";
import { daily, type Job } from "../scheduler";

const chunkSize = 200;
/** Days after a line's due day at which an unpaid one is reported again. */
const lateDays = 3;

/** The steps at which a seller is reminded of a line: before its day, on it, and after it. */
const steps = (warnDays: number) => [
  { key: -1, days: warnDays, title: "账单即将到期", words: (day: string) => `将于${day}到期` },
  { key: 0, days: 0, title: "账单今日到期", words: () => "今天到期" },
  { key: 1, days: -lateDays, title: "账单已逾期", words: (day: string) => `已于${day}到期，尚未付款` },
];

/** Tells sellers of what their buyers are to pay: some days before, on the day, and three days after (domain C.4); each once for each due day. */
export const billingDue: Job = {
  name: "billing_due",
  lastTurn: daily("09:00"),
  async run({ services, at, signal }) {
    const { "deal.due_warn_days": warnDays } = await readSettings(services.db);
    const today = dayOf(at);
    let told = 0;
    for (let after = 0, more = true; more; ) {
      signal.throwIfAborted();
      const rows = await services.db.transaction(async (tx) => {
        const found = await tx
          .select({ one: billing, row: deal })
          .from(billing)
          .innerJoin(deal, eq(deal.id, billing.deal_id))
          .where(
            and(
              gt(billing.id, after),
              eq(billing.status, "pending"),
              eq(billing.direction, "in"),
              eq(billing.payer, "buyer"),
              // What has been late for long was reported before.
              gte(billing.due_at, dayAfter(today, -lateDays - 7)),
              lte(billing.due_at, dayAfter(today, warnDays)),
              isNull(deal.deleted_at),
              sql`${deal.status} in ('reviewing', 'subscribed', 'contracted')`,
            ),
          )
          .orderBy(asc(billing.id))
          .limit(chunkSize)
          .for("update", { of: billing, skipLocked: true });
        for (const { one, row } of found) {
          // The last step whose day has come; an earlier one that was missed is not reported any more.
          const step = steps(warnDays).findLast(({ days }) => dayAfter(one.due_at, -days) <= today);
          if (!step || one.warned.includes(step.key)) continue;
          await setRow(tx, billing, one.id, {
            warned: [...one.warned, step.key],
            updated_at: sql`${billing.updated_at}`,
          });
          told += await notify(tx, services.now(), null, [
            {
              ...{ user_id: row.owner_id, category: "deal" as const, title: step.title, ...dealLink(row.id) },
              level: step.key === -1 ? "info" : "warning",
              content: `成交${await describedDeal({ db: tx }, row)}的账单${one.billing_no}（${lineText(one)}）${step.words(one.due_at)}。`,
              dedupe_key: `billing.due:${one.id}:${one.due_at}:${step.key}`,
            },
          ]);
        }
        return found;
      });
      after = rows.at(-1)?.one.id ?? after;
      more = rows.length === chunkSize;
    }
    return `${told} told`;
  },
};
