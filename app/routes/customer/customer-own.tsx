import { type ClientLoaderFunctionArgs, useLoaderData, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { load } from "~/app/api/load";
import { WaitingCards, WaitingList } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { CreateButton } from "~/app/blocks/list/create-button";
import { useBoardDisplay } from "~/app/blocks/list/list-display";
import { ListPage } from "~/app/blocks/list/list-page";
import { useDrawerAddress } from "~/app/blocks/list/row/drawer-address";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { useAddressAct } from "~/app/blocks/use-address-act";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { customerPage } from "~/app/features/customer/customer-path";
import { useScheduleActs } from "~/app/features/schedule/schedule-acts";
import { t } from "~/app/i18n/t";
import { useImportTool } from "~/app/routes/customer/import/customer-import";
import { loadTransfers } from "~/app/routes/customer/transfer/load-transfers";
import { viewer } from "~/app/session/viewer";
import { useProfile } from "~/app/session/viewer-context";
import { customer, customerRecordScreens } from "~/contract/customer/customer";
import { ownedViews } from "~/contract/customer/customer-list";
import { transfer } from "~/contract/customer/transfer";
import { mayCall, type Reply } from "~/contract/endpoint";
import type { Profile } from "~/contract/personal/user";
import { useCustomerActs } from "./customer-acts";
import { all, bulk, single } from "./customer-dialogs";
import { ownList } from "./customer-own-list";

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { request } = args;
  const isTransfers = new URL(request.url).searchParams.get("view") === "transfer";
  const [{ page }, transfers] = await Promise.all([
    load(customerRecordScreens["/customer/customerInfor"], args),
    isTransfers ? viewer().then(({ profile }) => loadTransfers(request, profile)) : undefined,
  ]);
  return { page, transfers };
}

export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

const CustomerTransfers = lazyPart(
  () => import("~/app/routes/customer/transfer/customer-transfers"),
  "CustomerTransfers",
  WaitingList,
);

const CustomerSegments = lazyPart(
  () => import("./customer-segments"),
  "CustomerSegments",
  () => <div style={{ height: 40 }} />,
);

const QuickCustomer = lazyPart(() => import("~/app/features/quick-customer/quick-customer"), "QuickCustomer");

const CustomerBoard = lazyPart(() => import("./customer-board"), "CustomerBoard", WaitingCards);

export default function CustomerOwn() {
  const { page, transfers } = useLoaderData<typeof clientLoader>();
  const isPhone = useIsPhone();
  const options = tabsOf(useProfile(), page.counts);
  // On the phone these two are segments, with the pool.
  const tabs = {
    name: "view",
    options: isPhone ? options.filter(({ value }) => !["owned", "mine"].includes(value)) : options,
  };
  if (!transfers) return <OwnCustomers page={page} tabs={tabs} />;
  return <CustomerTransfers {...transfers} tabs={tabs} />;
}

interface OwnCustomersProps {
  page: Reply<typeof customer.list>;
  tabs: { name: string; options: ReturnType<typeof tabsOf> };
}

function OwnCustomers({ page, tabs }: OwnCustomersProps) {
  const profile = useProfile();
  const acts = useCustomerActs();
  const schedules = useScheduleActs();
  const { open } = useDrawerAddress();
  const isPhone = useIsPhone();
  const display = useBoardDisplay();
  const { query } = useListQuery(ownList.endpoint);
  const [isAdding, setIsAdding] = useState(false);
  const mayAdd = mayCall(profile, customer.create);
  const add = () => setIsAdding(true);
  const importing = useImportTool(useRevalidator().revalidate);
  useAddressAct(mayAdd ? "add" : undefined, add);
  return (
    <>
      <ListPage
        list={ownList}
        page={page}
        banner={isPhone ? <CustomerSegments /> : null}
        tabs={tabs}
        display={{ ...display, whole: display.isBoard ? <CustomerBoard query={query} /> : undefined }}
        rowActions={(row) => [
          row.can.track && {
            label: t("写跟进"),
            shortcut: "F",
            ...(isPhone
              ? { to: `${customerPage(row)}?tab=trackings&write=1` }
              : { onSelect: () => open(row.id, { isWriting: true }) }),
          },
          {
            label: t("新增日程"),
            onSelect: () => schedules.ask({ act: "add", customer: { id: row.id, name: row.name } }),
          },
          row.can.assign && acts.form(single.transfer, row),
          row.can.release && acts.form(single.release, row),
          row.can.lock && acts.lock(row),
          row.can.recycle && acts.form(single.recycle, row, { isDanger: true }),
        ]}
        bulk={useBulk(ownList, page, [
          mayCall(profile, customer.assignBatch) && acts.inBulk(bulk.transfer, all.transfer),
          mayCall(profile, customer.releaseBatch) && acts.inBulk(bulk.release, all.release),
          mayCall(profile, customer.tagBatch) && acts.inBulk(bulk.tag, all.tag),
          mayCall(profile, customer.editBatch) && { label: t("批量修改"), max: 100, run: acts.editAll },
          mayCall(profile, customer.recycleBatch) && { ...acts.inBulk(bulk.recycle), isDanger: true },
        ])}
        create={mayAdd ? <CreateButton onClick={add} /> : null}
        tools={[mayAdd && importing]}
      />
      {acts.dialog}
      {schedules.dialog}
      {isAdding ? <QuickCustomer onClose={() => setIsAdding(false)} /> : null}
    </>
  );
}

function tabsOf(profile: Profile, counts: Record<string, number>) {
  const hasTeam = profile.data_scope === "team" || profile.data_scope === "all";
  const hasTransfers = mayCall(profile, transfer.list) || mayCall(profile, transfer.mine);
  const views = Object.entries({ ...ownedViews, ...(hasTransfers ? { transfer: "转移申请" } : {}) });
  return views
    .filter(([view]) => view !== "team" || hasTeam)
    .map(([value, label]) => ({ value, label: t(label), count: counts[value] || undefined }));
}
