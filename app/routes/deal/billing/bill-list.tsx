import { Tag } from "~/app/blocks/detail/tag";
import { columnsOf, hidden, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { ListSummary, SummaryFigure } from "~/app/blocks/list/list-summary";
import { wholeList } from "~/app/blocks/list/list-tabs";
import { dealPath } from "~/app/features/deal/deal-paths";
import { BillingStatusTag } from "~/app/features/deal/deal-tags";
import { t } from "~/app/i18n/t";
import { type BillSum, billing } from "~/contract/deal/billing";
import { BillingRow } from "~/contract/deal/billing-record";
import { billingStatuses } from "~/contract/deal/deal-kinds";
import { compareDecimals } from "~/contract/decimal";
import type { Reply } from "~/contract/endpoint";
import { formatExact } from "~/contract/format";
import { useBillActs } from "./bill-acts";

const late = { color: "var(--app-late)" } as const;

const list: List<BillingRow> = {
  name: "billing",
  endpoint: billing.list,
  columns: columnsOf(BillingRow, [
    { key: "customer", width: 116, under: "billing_no" },
    { ...tagged(BillingRow, "type"), width: 118 },
    { key: "amount", width: 142, align: "right", isNamed: false },
    { key: "due_at", width: 104 },
    {
      key: "status",
      width: 104,
      render: ({ status }) => <BillingStatusTag status={status} isOverdue={false} />,
      under: ({ overdue_days: n }) => (n > 0 ? <span style={late}>{t("逾期 {n} 天", { n })}</span> : null),
    },
    {
      key: "overdue_days",
      width: 96,
      isExtra: true,
      render: ({ overdue_days: n }) => (n > 0 ? <Tag color="red">{t("逾期 {n} 天", { n })}</Tag> : null),
    },
    { key: "paid_at", width: 104, under: "method" },
    { key: "estate", width: 150, under: ({ deal }) => deal.name },
    { owner: 104, direction: 72 },
    ...hidden({ payer: 84, payee: 84 }),
    { key: "paid_amount", width: 120, align: "right", isExtra: true },
    { key: "created_at", width: 136, isExtra: true },
  ]),
  filters: filtersOf(billing.list, BillingRow, [
    { name: "keyword", label: "编号 / 客户" },
    "type",
    "overdue",
    "direction",
    { name: "owner_id", by: "owner", scene: "users" },
    { name: "estate_id", by: "estate", scene: "estates" },
    { name: "agent_id", label: "代理", scene: "agents" },
    { name: "due", by: "due_at" },
    { name: "paid", by: "paid_at" },
  ]),
  card: { tags: ["status", "overdue_days"], facts: ["type", "amount", "estate", "owner"], time: "due_at" },
  title: "customer",
  nameOf: ({ customer }) => customer,
  linkOf: ({ deal }) => dealPath(deal.id, "billing"),
  place: ["tab", "view"],
};

const states = Object.entries(billingStatuses);

export function BillList({ page }: { page: Reply<typeof billing.list> }) {
  const acts = useBillActs();
  const counts: Readonly<Record<string, number>> = page.counts;
  const options = states.map(([value, label]) => ({ value, label: t(label), count: counts[value] }));
  return (
    <>
      <ListPage
        list={list}
        page={page}
        tabs={{ name: "status", near: 3, options: [{ value: wholeList, label: t("全部") }, ...options] }}
        banner={<Sums sums={page.sums} />}
        rowActions={acts.actionsOf}
      />
      {acts.dialog}
    </>
  );
}

function Sums({ sums }: Pick<Reply<typeof billing.list>, "sums">) {
  const figures = (
    [
      { figure: "bills_in", amounts: amountsOf(sums, "in", "amount") },
      { figure: "bills_late", amounts: amountsOf(sums, "in", "late"), warns: true },
      { figure: "bills_out", amounts: amountsOf(sums, "out", "amount") },
    ] as const
  ).filter(({ figure, amounts }) => figure === "bills_in" || amounts.length > 0);
  return (
    <ListSummary label={t("账单合计")}>
      {figures.map(({ figure, amounts, ...more }) => (
        <SummaryFigure
          key={figure}
          of={figure}
          {...more}
          value={shortened(amounts) || (sums ? "0" : t("范围过大"))}
          title={amounts.length > inSight ? amounts.join(" · ") : undefined}
        />
      ))}
    </ListSummary>
  );
}

const inSight = 2;

const shortened = (amounts: readonly string[]) =>
  [amounts.slice(0, inSight).join(" · "), amounts.length > inSight ? `+${amounts.length - inSight}` : ""]
    .filter(Boolean)
    .join(" ");

const amountsOf = (sums: readonly BillSum[] | null, direction: BillSum["direction"], name: "amount" | "late") =>
  (sums ?? [])
    .filter((one) => one.direction === direction && compareDecimals(one[name], "0") > 0)
    .map((one) => formatExact(one[name], one.currency));
