import { Text } from "@mantine/core";
import { type ClientLoaderFunctionArgs, replace, useLoaderData } from "@remix-run/react";
import { load } from "~/app/api/load";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { isPhoneNow, useIsPhone } from "~/app/blocks/use-is-phone";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { customerPage } from "~/app/features/customer/customer-path";
import { BudgetText, standing, tagColumn } from "~/app/features/customer/customer-tags";
import { t } from "~/app/i18n/t";
import { viewer } from "~/app/session/viewer";
import { useProfile } from "~/app/session/viewer-context";
import { customer, customerRecordScreens } from "~/contract/customer/customer";
import { CustomerRow } from "~/contract/customer/customer-record";
import { mayCall, type Reply } from "~/contract/endpoint";
import { useCustomerActs } from "./customer-acts";
import { single } from "./customer-dialogs";
import { CustomerDrawer } from "./customer-own-list";
import { EditStanding, EditTags } from "./quick-cells";

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { pathname, search } = new URL(args.request.url);
  // On the phone the pool begins with what one may claim.
  if (!search && isPhoneNow() && mayCall((await viewer()).profile, customer.claim))
    throw replace(`${pathname}?claimable=1`);
  return load(customerRecordScreens["/customer/publicCustomer"], args);
}
export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

const PoolSegments = lazyPart(
  () => import("./pool-segments"),
  "PoolSegments",
  () => <div style={{ height: 40 }} />,
);

const list: List<CustomerRow> = {
  name: "customer-pool",
  endpoint: customer.pool,
  exports: customer.exportPool,
  columns: columnsOf(CustomerRow, [
    { key: "name", width: 130, under: "customer_no" },
    { key: "phone", width: 142 },
    ...standing.map((column) => ({ ...column, edit: EditStanding })),
    { key: "source", width: 96 },
    { key: "intent_country_codes", label: "意向 / 预算", width: 148, under: (row) => <BudgetText row={row} /> },
    { key: "budget_max", label: "预算", width: 140, isExtra: true, render: (row) => <BudgetText row={row} /> },
    { key: "pool_at", label: "进公海", width: 156, under: "pool_reason" },
    { ...tagged(CustomerRow, "pool_reason"), isExtra: true },
    { last_owner: 104, tracking_count: 76 },
    { ...tagColumn, isExtra: true, edit: EditTags },
    { key: "customer_no", isExtra: true },
  ]),
  filters: filtersOf(customer.pool, CustomerRow, [
    { name: "keyword", label: "编号 / 姓名 / 联系方式（号码后4位）" },
    "level",
    "source",
    { name: "country", by: "intent_country_codes" },
    { name: "estate_id", label: "意向楼盘", scene: "estates" },
    "pool_reason",
    "claimable",
    { name: "pool", by: "pool_at" },
  ]),
  card: { tags: ["stage"], facts: ["intent_country_codes", "budget_max", "source"], time: "pool_at" },
  title: "name",
  nameOf: ({ name }) => name,
  linkOf: customerPage,
  drawer: CustomerDrawer,
};

/** There a button says what one may claim, in the place of a chip. */
const onPhone: List<CustomerRow> = {
  ...list,
  place: ["claimable"],
  filters: list.filters.filter(({ names: [name] }) => name !== "claimable"),
};

export default function CustomerPool() {
  const { page } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const acts = useCustomerActs();
  const isPhone = useIsPhone();
  const unclaimable = (row: CustomerRow) => row.claim_blocked ?? page.claim.blocked ?? undefined;
  return (
    <>
      <ListPage
        list={isPhone ? onPhone : list}
        page={page}
        banner={
          <>
            {isPhone ? <PoolSegments /> : null}
            {mayCall(profile, customer.claim) ? <ClaimState {...page.claim} /> : null}
          </>
        }
        rowActions={(row) => [
          mayCall(profile, customer.claim) && {
            label: t("领取"),
            isPrimary: true,
            onSelect: () => acts.claim(row, { offersCall: true }),
            blocked: unclaimable(row),
          },
          row.can.assign && acts.form(single.assign, row),
          row.can.recycle && acts.form(single.recycle, row, { isDanger: true }),
        ]}
        bulk={useBulk(list, page, [
          mayCall(profile, customer.claimBatch) && {
            label: t("领取"),
            max: 20,
            run: acts.claimAll,
            blocked: unclaimable,
          },
          mayCall(profile, customer.spreadBatch) && {
            label: t("分配"),
            max: 100,
            run: acts.spreadAll,
            runAll: acts.spreadWhole,
          },
        ])}
      />
      {acts.dialog}
    </>
  );
}

type Claim = Reply<typeof customer.pool>["claim"];

/** The day's claims and the customers held, against their limits. */
const ClaimState = ({ claimed_today, claim_limit, customer_count, customer_cap, blocked }: Claim) => (
  <Text
    c={blocked === null ? "dimmed" : "var(--app-due)"}
    fz={14}
    fw={blocked === null ? 400 : 500}
    px={4}
    role="status"
  >
    {t("今日已领取 {n}/{limit}", { n: claimed_today, limit: claim_limit })}，
    {t("名下客户 {n}/{cap}", { n: customer_count, cap: customer_cap })}
  </Text>
);
