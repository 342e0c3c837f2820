import { useLoaderData, useSearchParams } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { DesktopOnly } from "~/app/blocks/feedback/desktop-only";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { WaitingRecord } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, hidden } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { tabsOf } from "~/app/blocks/list/list-tabs";
import { useDrawerAddress } from "~/app/blocks/list/row/drawer-address";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { StatementTag } from "~/app/features/statement/statement-tags";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { StatementRow, statement, statementScreenData, statementViews } from "~/contract/clue/statement";
import { mayCall } from "~/contract/endpoint";
import { rowNumber } from "~/contract/screen-data";
import { useStatementActs } from "./use-statement-acts";

const StatementDrawer = lazyPart(() => import("./statement-drawer"), "StatementDrawer", WaitingRecord);
const StatementPage = lazyPart(() => import("./statement-page"), "StatementPage", WaitingRecord);
const StatementNew = lazyPart(() => import("./statement-new"), "StatementNew", WaitingRecord);
const StatementEdit = lazyPart(() => import("./statement-edit"), "StatementEdit", WaitingRecord);
const StatementSheet = lazyPart(() => import("./statement-sheet"), "StatementSheet", WaitingRecord);
const CompareList = lazyPart(() => import("../compare/compare-list"), "CompareList", WaitingRecord);
const ComparePage = lazyPart(() => import("../compare/compare-page"), "ComparePage", WaitingRecord);

export const clientLoader = loaderOf(statementScreenData["/clue/accountStatement"]);
export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

const path = "/clue/accountStatement";

const list: List<StatementRow> = {
  name: "statement",
  endpoint: statement.list,
  drawer: StatementDrawer,
  columns: columnsOf(StatementRow, [
    { key: "statement_no", width: 128 },
    { key: "agent", width: 150, under: "manager" },
    {
      key: "period_from",
      label: "期间",
      width: 104,
      render: ({ period_from }) => period_from,
      under: ({ period_to }) => t("至 {day}", { day: period_to }),
    },
    {
      key: "currency",
      label: "币种 / 笔数",
      width: 92,
      under: ({ item_count }) => t("{n}笔", { n: item_count }),
    },
    { key: "total_amount", label: "应结 / 调整", width: 124, align: "right", under: "adjust_total" },
    { key: "payable_total", width: 124, align: "right" },
    { key: "status", width: 84, render: ({ status }) => <StatementTag status={status} /> },
    { key: "invoice_no", label: "发票 / 付款", width: 112, under: "paid_at" },
    { key: "item_count", width: 56, isExtra: true },
    { key: "adjust_total", width: 100, align: "right", isExtra: true },
    ...hidden({ paid_at: 100, manager: 104 }),
    { key: "tax_amount", width: 110, align: "right", isExtra: true },
    ...hidden({ created_at: 136, sent_at: 136 }),
  ]),
  filters: filtersOf(statement.list, StatementRow, [
    { name: "keyword", label: "对账单号 / 代理" },
    { name: "agent_id", label: "代理", scene: "agents" },
    "status",
    { name: "period", label: "期间" },
    { name: "currency", label: "币种", scene: "currencies" },
    { name: "manager_id", label: "渠道经理", scene: "users" },
    { name: "paid", label: "付款日期" },
  ]),
  card: { tags: ["status"], facts: ["payable_total", "agent", "period_from", "invoice_no"], time: "created_at" },
  title: "statement_no",
  nameOf: ({ statement_no }) => statement_no,
  empty: "还没有对账单",
};
const phoneList: List<StatementRow> = {
  ...list,
  drawer: undefined,
  linkOf: ({ id }) => `${path}?open=${id}`,
};

/** What agents are owed, and in a tab what developers' sheets say. */
export default function StatementList() {
  const { page, compares, compare, print } = useLoaderData<typeof clientLoader>();
  const [search, setSearch] = useSearchParams();
  const profile = useProfile();
  const isPhone = useIsPhone();
  const drawer = useDrawerAddress();
  const { opened, open, close } = useAddressDialog("add", "edit", "print", "compare");
  const acts = useStatementActs();
  const mayCreate = mayCall(profile, statement.create);
  const counted = tabsOf("view", statementViews, page.tabs);
  const tabs = { ...counted, options: [...counted.options, { value: "compare", label: t("开发商对账") }] };
  if (opened === "print" && print) return <StatementSheet one={print} onClose={close} />;
  if (opened === "compare" && compare) return <ComparePage key={compare.id} compare={compare} onClose={close} />;
  const isWritten = opened === "add" || opened === "edit" || (compares && search.has("import"));
  if (isPhone && isWritten) return <DesktopOnly backTo={compares ? `${path}?view=compare` : path} />;
  if (opened === "add" && mayCreate)
    return (
      <StatementNew
        agentId={rowNumber(search.get("agent_id"))}
        onMade={(id) => setSearch({ open: String(id) })}
        onClose={close}
      />
    );
  const edited = opened === "edit" ? rowNumber(search.get("edit")) : undefined;
  if (edited && mayCreate) return <StatementEdit key={edited} id={edited} onClose={close} />;
  if (compares) return <CompareList page={compares} tabs={tabs} />;
  if (isPhone && drawer.id !== undefined)
    return <StatementPage key={drawer.id} id={drawer.id} onClose={drawer.close} />;
  return (
    <>
      <ListPage
        list={isPhone ? phoneList : list}
        page={page}
        tabs={tabs}
        rowActions={acts.actionsOf}
        create={mayCreate && !isPhone ? <CreateButton label={t("新增对账单")} onClick={() => open("add")} /> : null}
      />
      {acts.dialog}
    </>
  );
}
