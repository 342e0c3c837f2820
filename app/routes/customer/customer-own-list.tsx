import { formatAge, formatInstant } from "~/app/blocks/detail/format";
import { WaitingRecord } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { ClockText } from "~/app/features/customer/claim-clock";
import { customerPage } from "~/app/features/customer/customer-path";
import { BudgetText, standing, tagColumn } from "~/app/features/customer/customer-tags";
import { t } from "~/app/i18n/t";
import { seesOwnAlone } from "~/app/session/viewer-context";
import { customer } from "~/contract/customer/customer";
import { CustomerRow } from "~/contract/customer/customer-record";
import { CustomerPhone, callOf } from "./customer-phone";
import { EditNext, EditStanding, EditTags } from "./quick-cells";

export const CustomerDrawer = lazyPart(() => import("./customer-drawer"), "CustomerDrawer", WaitingRecord);

/** Owned customers as a list: columns, filters and cards (domain D.5). */
export const ownList: List<CustomerRow> = {
  name: "customer-own",
  endpoint: customer.list,
  exports: customer.export,
  columns: columnsOf(
    CustomerRow,
    [
      { key: "name", width: 130, render: (row) => <Name row={row} />, under: "customer_no" },
      { key: "phone", width: 142, render: (row) => <CustomerPhone row={row} /> },
      ...standing.map((column) => ({ ...column, edit: EditStanding })),
      {
        key: "idle_days",
        label: "进公海倒计时",
        figure: "claim_clock",
        width: 120,
        align: undefined,
        isNamed: false,
        render: (row) => <ClockText row={row} />,
      },
      { key: "next_tracking_at", width: 128, edit: EditNext },
      { key: "last_tracking_at", width: 88, render: ({ last_tracking_at }) => <Ago at={last_tracking_at} /> },
      { key: "intent_country_codes", label: "意向 / 预算", width: 138, under: (row) => <BudgetText row={row} /> },
      { key: "owner", width: 104, isExtraTo: seesOwnAlone },
      { key: "budget_max", label: "预算", width: 140, isExtra: true, render: (row) => <BudgetText row={row} /> },
      { key: "source", width: 96, isExtra: true },
      { ...tagColumn, isExtraTo: (viewer) => !seesOwnAlone(viewer), edit: EditTags },
      { key: "inquiry_count", width: 76, isExtra: true },
    ],
    ["created_at", "customer_no"],
  ),
  filters: filtersOf(customer.list, CustomerRow, [
    { name: "keyword", label: "编号 / 姓名 / 任一联系方式（他人号码后4位）" },
    { name: "owner_id", label: "跟进人", scene: "users" },
    "level",
    "stage",
    "source",
    { name: "country", by: "intent_country_codes" },
    { name: "district_id", label: "区域", scene: "districts" },
    { name: "estate_id", label: "意向楼盘", scene: "estates" },
    { name: "budget", label: "预算（未选币种按人民币）" },
    { name: "budget_currency", label: "币种", scene: "currencies" },
    { name: "tag", by: "tags" },
    { name: "idle_days_min", label: "未跟进天数≥" },
    { name: "created", by: "created_at" },
    { name: "tracked", label: "跟进日期" },
    { name: "next", by: "next_tracking_at" },
  ]),
  card: { tags: ["stage"], facts: ["idle_days", "next_tracking_at"], time: "last_tracking_at", call: callOf },
  title: "name",
  nameOf: ({ name }) => name,
  linkOf: customerPage,
  drawer: CustomerDrawer,
};

const Name = ({ row }: { row: CustomerRow }) => (
  <>
    {row.name}
    {row.is_locked ? (
      <span role="img" aria-label={t("锁定")} title={t("锁定")}>
        {" ★"}
      </span>
    ) : null}
  </>
);

const Ago = ({ at }: { at: string | null }) => (at ? <span title={formatInstant(at)}>{formatAge(at)}</span> : "–");
