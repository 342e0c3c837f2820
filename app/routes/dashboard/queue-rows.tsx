import { Skeleton } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { formatAge } from "~/app/blocks/detail/format";
import { useCall } from "~/app/blocks/detail/use-async";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { Link } from "~/app/blocks/link";
import { approving } from "~/app/features/clue/approve-dialog";
import { confirming } from "~/app/features/deal/confirm-bill";
import { assigning } from "~/app/features/inquiry/assign-dialog";
import { t } from "~/app/i18n/t";
import { clue } from "~/contract/clue/clue";
import type { ClueRow } from "~/contract/clue/clue-record";
import { type StatementRow, statement } from "~/contract/clue/statement";
import { billing } from "~/contract/deal/billing";
import type { BillingRow } from "~/contract/deal/billing-record";
import { deal } from "~/contract/deal/deal";
import { billingTypes } from "~/contract/deal/deal-kinds";
import type { DealRow } from "~/contract/deal/deal-record";
import type { Endpoint } from "~/contract/endpoint";
import { formatExact } from "~/contract/format";
import { inquiry } from "~/contract/inquiry/inquiry";
import type { InquiryRow } from "~/contract/inquiry/inquiry-record";
import { inquiryKinds } from "~/contract/inquiry/inquiry-words";
import { actLook } from "./act-look";
import rest from "./at-rest.module.css";
import classes from "./queue.module.css";
import type { QueueInPlace } from "./queues";

interface Waiting {
  id: number;
  name: string;
  about: string;
  age: string;
  isLate?: boolean;
  to: string;
  act?: { label: string; to?: string; run?: () => void } | undefined;
}

interface Acts {
  approve: (row: ClueRow) => void;
  assign: (row: InquiryRow) => void;
  confirm: (row: BillingRow) => void;
}

interface RowsOf<Row> {
  endpoint: Endpoint;
  query: object;
  toWaiting: (row: Row, acts: Acts) => Waiting;
}
const rowsOf = <Row,>(one: RowsOf<Row>) => one;

const mostRows = 3;
const rowHeight = 48;
const joined = (...words: (string | null | undefined)[]) => words.filter(Boolean).join(" · ");

const ofBilling = (row: BillingRow) => ({
  ...{ id: row.id, name: row.customer, to: `/Covenant/covenantList?open=${row.deal.id}` },
  about: joined(
    t(billingTypes[row.type as keyof typeof billingTypes] ?? row.type),
    formatExact(row.amount, row.currency),
  ),
});

const kinds = {
  clue_pending: rowsOf({
    ...{ endpoint: clue.list, query: { view: "pending" } },
    toWaiting: (row: ClueRow, { approve }) => ({
      ...{ id: row.id, name: row.customer_name, about: joined(row.estate.name, row.agent.name) },
      ...{ age: formatAge(row.created_at), isLate: row.is_overdue, to: `/clue/feedback?view=pending&open=${row.id}` },
      act: row.can.judge
        ? { label: t("判定单"), to: `/clue/feedback?judge=${row.id}` }
        : row.can.approve
          ? { label: t("通过"), run: () => approve(row) }
          : undefined,
    }),
  }),
  inquiry_pending: rowsOf({
    ...{ endpoint: inquiry.list, query: { view: "pending", sort: "created_at" } },
    toWaiting: (row: InquiryRow, { assign }) => ({
      ...{ id: row.id, name: row.name ?? row.inquiry_no },
      about: joined(t(inquiryKinds[row.kind as keyof typeof inquiryKinds] ?? row.kind), row.estate?.name),
      ...{
        age: formatAge(row.created_at),
        isLate: row.is_overdue,
        to: `/inquiry/all-inquiry?view=pending&open=${row.id}`,
      },
      act: row.can.assign ? { label: t("分配"), run: () => assign(row) } : undefined,
    }),
  }),
  deal_review: rowsOf({
    ...{ endpoint: deal.list, query: { reviewable: true, sort: "created_at" } },
    toWaiting: (row: DealRow) => ({
      ...{
        id: row.id,
        name: row.buyer_name ?? row.deal_no,
        about: joined(row.estate.name, row.unit_no, row.owner.name),
      },
      ...{ age: formatAge(row.created_at), to: `/Covenant/covenantList?reviewable=1&open=${row.id}` },
      act: { label: t("审核"), to: `/Covenant/covenantList?reviewable=1&open=${row.id}` },
    }),
  }),
  billing_confirm: rowsOf({
    ...{ endpoint: billing.list, query: { status: ["paid"] } },
    toWaiting: (row: BillingRow, { confirm }) => ({
      ...ofBilling(row),
      age: row.paid_at ?? "",
      act: row.can.confirm ? { label: t("确认到账"), run: () => confirm(row) } : undefined,
    }),
  }),
  billing_overdue: rowsOf({
    ...{ endpoint: billing.list, query: { overdue: true } },
    toWaiting: (row: BillingRow) => ({
      ...ofBilling(row),
      ...{ age: t("逾期{n}天", { n: row.overdue_days }), isLate: true },
    }),
  }),
  statement_disputed: rowsOf({ ...{ endpoint: statement.list, query: { view: "disputed" } }, toWaiting: ofStatement }),
  statement_pay: rowsOf({
    ...{ endpoint: statement.list, query: { status: ["confirmed", "invoiced"], sort: "created_at" } },
    toWaiting: ofStatement,
  }),
};

function ofStatement(row: StatementRow): Waiting {
  return {
    ...{
      id: row.id,
      name: row.agent.name,
      about: joined(row.statement_no, formatExact(row.payable_total, row.currency)),
    },
    ...{ age: row.period_to, to: `/clue/accountStatement?open=${row.id}` },
  };
}

export function QueueRows({ of, count }: { of: QueueInPlace; count: number }) {
  // As each kind's own endpoint answers its rows.
  const { endpoint, query, toWaiting } = kinds[of] as unknown as RowsOf<object>;
  const rows = useCall(endpoint, { query: { ...query, page_size: 10 } } as object);
  const { acts, dialog } = useQueueActs(rows.again);
  return (
    <>
      {rows.answer === undefined && !rows.hasFailed ? (
        // As high as the rows to come.
        <Skeleton h={Math.min(count, mostRows) * rowHeight} role="progressbar" aria-label={t("加载中")} />
      ) : (
        <AsyncPart {...rows}>
          {(answer) => (
            <ul className={basic.list}>
              {(answer as { list: object[] }).list.slice(0, mostRows).map((row) => {
                const one = toWaiting(row, acts);
                return <Row key={one.id} row={one} />;
              })}
            </ul>
          )}
        </AsyncPart>
      )}
      {dialog}
    </>
  );
}

function Row({ row: { name, about, age, isLate, to, act } }: { row: Waiting }) {
  const label = act && t("{act} {name}", { act: act.label, name });
  return (
    <li className={`${classes.row} ${rest.line} ${basic.sinks}`}>
      <Link to={to} className={`${classes.name} ${basic.cut} ${basic.plainText} ${basic.size14} ${basic.blue}`}>
        {name}
      </Link>
      <span className={`${basic.cut} ${basic.dim} ${basic.size13}`} style={{ gridRow: 2, gridColumn: 1 }}>
        {about}
      </span>
      {act?.to ? (
        <Link to={act.to} className={`${classes.act} ${rest.acts} ${actLook}`} aria-label={label}>
          {act.label}
        </Link>
      ) : act ? (
        <button type="button" className={`${classes.act} ${rest.acts} ${actLook}`} aria-label={label} onClick={act.run}>
          {act.label}
        </button>
      ) : null}
      <span
        className={`${classes.age} ${rest.left} ${basic.oneLine} ${isLate ? basic.late : basic.dim} ${basic.size13}`}
      >
        {age}
      </span>
    </li>
  );
}

function useQueueActs(again: () => void) {
  const { ask, confirm, dialog } = useActs();
  const acts: Acts = {
    approve: (row) => ask(approving, row, again),
    assign: (row) => ask(assigning, row, again),
    confirm: (row) =>
      confirm(
        billing.confirm,
        { params: { id: row.id }, body: { version: row.version } },
        { ...confirming(row, `${row.customer}（${row.billing_no}）`), onSuccess: again },
      ),
  };
  return { acts, dialog };
}
