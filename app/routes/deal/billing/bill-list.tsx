import { Anchor } from "@mantine/core";
import { Link } from "~/app/blocks/link";
import { columnsOf, tagged } from "~/app/blocks/list/list-columns";
import { filtersOf } from "~/app/blocks/list/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { dealPath, dealsPath } from "~/app/features/deal/deal-paths";
import { BillingStatusTag } from "~/app/features/deal/deal-tags";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { billing } from "~/contract/deal/billing";
import { BillingColumns, type BillingRow } from "~/contract/deal/billing-record";
import { useBillActs } from "./bill-acts";

const late = { color: "var(--app-late)" } as const;

const list: List<BillingRow> = {
  name: "billing",
  endpoint: billing.list,
  columns: columnsOf(BillingColumns, [
    { key: "customer", width: 116, under: "billing_no" },
    { ...tagged(BillingColumns, "type"), width: 118 },
    { key: "amount", width: 142, align: "right", isNamed: false },
    { key: "due_at", width: 104 },
    {
      key: "status",
      width: 104,
      render: ({ status }) => <BillingStatusTag status={status} isOverdue={false} />,
      under: ({ overdue_days }) =>
        overdue_days > 0 ? <span style={late}>{t("逾期 {n} 天", { n: overdue_days })}</span> : null,
    },
    { key: "paid_at", width: 104, under: "method" },
    { key: "estate", width: 150, under: ({ deal }) => deal.name },
    { key: "owner", width: 92 },
    { key: "direction", width: 72 },
    { key: "payer", width: 84, isExtra: true },
    { key: "payee", width: 84, isExtra: true },
    { key: "paid_amount", width: 120, align: "right", isExtra: true },
    { key: "created_at", width: 136, isExtra: true },
  ]),
  filters: filtersOf(billing.list, BillingColumns, [
    { name: "keyword", label: "编号 / 客户" },
    "status",
    "type",
    "overdue",
    "direction",
    { name: "owner_id", by: "owner", scene: "users" },
    { name: "estate_id", by: "estate", scene: "estates" },
    { name: "agent_id", label: "代理", scene: "agents" },
    { name: "due", by: "due_at" },
    { name: "paid", by: "paid_at" },
  ]),
  card: { tags: ["status"], facts: ["type", "amount", "estate", "owner"], time: "due_at" },
  title: "customer",
  nameOf: ({ customer }) => customer,
  linkOf: ({ deal }) => dealPath(deal.id, "billing"),
  place: ["view"],
};

/** All lines of all bills that one may see (`?view=billing`): what is late, what finance has to confirm. */
export function BillList({ page }: { page: Page<BillingRow> }) {
  const acts = useBillActs();
  return (
    <>
      <ListPage
        list={list}
        page={page}
        banner={
          <Anchor component={Link} to={dealsPath} size="sm">
            {t("返回成交记录")}
          </Anchor>
        }
        rowActions={acts.actionsOf}
      />
      {acts.dialog}
    </>
  );
}
