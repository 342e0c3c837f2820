import { Button, Loader } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData, useRevalidator } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { call } from "~/app/api/call";
import { writes } from "~/app/api/writes";
import { Link } from "~/app/blocks/link";
import { ListPage } from "~/app/blocks/list/list-page";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { useScheduleActs } from "~/app/features/schedule/schedule-acts";
import { t } from "~/app/i18n/t";
import { ImportButton } from "~/app/routes/customer/import/customer-import";
import { loadTransfers, transferActs } from "~/app/routes/customer/transfer/transfer-writes";
import { viewer } from "~/app/session/viewer";
import { useProfile } from "~/app/session/viewer-context";
import { customer } from "~/contract/customer/customer";
import { ownedViews } from "~/contract/customer/customer-list";
import type { CustomerRow } from "~/contract/customer/customer-record";
import { transfer } from "~/contract/customer/transfer";
import { mayCall, type Reply } from "~/contract/endpoint";
import type { Profile } from "~/contract/personal/user";
import { readQuery } from "~/contract/read-query";
import { useCustomerActs } from "./customer-acts";
import { customerPage, ownList } from "./customer-own-list";
import { customerActOptions, customerActs } from "./customer-writes";

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { signal } = request;
  // A tab of the screen, though not a view of the list.
  const isTransfers = new URL(request.url).searchParams.get("view") === "transfer";
  const query = isTransfers ? { page_size: 10 as const } : readQuery(request, customer.list);
  const [page, transfers] = await Promise.all([
    call(customer.list, { query }, { signal }),
    isTransfers ? viewer().then(({ profile }) => loadTransfers(request, profile)) : undefined,
  ]);
  return { page, transfers };
}

export const clientAction = writes({ ...customerActs, ...transferActs }, customerActOptions);

const CustomerTransfers = lazy(() =>
  import("~/app/routes/customer/transfer/customer-transfers").then((module) => ({ default: module.CustomerTransfers })),
);

export default function CustomerOwn() {
  const { page, transfers } = useLoaderData<typeof clientLoader>();
  const tabs = { name: "view", options: tabsOf(useProfile(), page.counts) };
  if (!transfers) return <OwnCustomers page={page} tabs={tabs} />;
  return (
    <Suspense fallback={<Loader size="sm" aria-label={t("加载中")} />}>
      <CustomerTransfers {...transfers} tabs={tabs} />
    </Suspense>
  );
}

interface OwnCustomersProps {
  page: Reply<typeof customer.list>;
  tabs: { name: string; options: ReturnType<typeof tabsOf> };
}

function OwnCustomers({ page, tabs }: OwnCustomersProps) {
  const profile = useProfile();
  const acts = useCustomerActs();
  const schedules = useScheduleActs();
  const inBulk = (label: string, act: "transfer" | "release" | "tag" | "recycle") => ({
    label,
    max: 100,
    run: (rows: CustomerRow[], report: Parameters<typeof acts.askAll>[2]) => acts.askAll(act, rows, report),
  });
  return (
    <>
      <ListPage
        list={ownList}
        page={page}
        tabs={tabs}
        rowActions={(row) => [
          { label: t("详情"), to: customerPage(row) },
          row.can.track && { label: t("跟进"), to: `${customerPage(row)}?tab=trackings&write=1` },
          { label: t("日程"), onSelect: () => schedules.ask({ act: "add", customer: { id: row.id, name: row.name } }) },
          row.can.assign && { label: t("转移"), onSelect: () => acts.ask("transfer", row) },
          row.can.release && { label: t("释放"), onSelect: () => acts.ask("release", row) },
          row.can.lock && !row.is_locked && { label: t("锁定"), onSelect: () => acts.lock(row) },
          row.can.lock && row.is_locked && { label: t("解除锁定"), onSelect: () => acts.unlock(row) },
          row.can.recycle && { label: t("移入回收站"), isDanger: true, onSelect: () => acts.ask("recycle", row) },
        ]}
        bulk={useBulk(ownList, page, [
          mayCall(profile, customer.assignBatch) && inBulk(t("转移"), "transfer"),
          mayCall(profile, customer.releaseBatch) && inBulk(t("释放"), "release"),
          mayCall(profile, customer.tagBatch) && inBulk(t("打标签"), "tag"),
          mayCall(profile, customer.recycleBatch) && inBulk(t("移入回收站"), "recycle"),
        ])}
        create={mayCall(profile, customer.create) ? <CreateButtons /> : null}
      />
      {acts.dialog}
      {schedules.dialog}
    </>
  );
}

function CreateButtons() {
  const { revalidate } = useRevalidator();
  return (
    <>
      <Button component={Link} to="/customer/addCustomerInfo" leftSection={<IconPlus size={16} aria-hidden />}>
        {t("新增")}
      </Button>
      <ImportButton onDone={revalidate} />
    </>
  );
}

/** The tabs that a person has, each that calls for something with how much there is. */
function tabsOf(profile: Profile, counts: Record<string, number>) {
  const hasTeam = profile.data_scope === "team" || profile.data_scope === "all";
  const isAsked = mayCall(profile, transfer.list) || mayCall(profile, transfer.mine);
  const views = Object.entries({ ...ownedViews, ...(isAsked ? { transfer: "转移申请" } : {}) });
  return views
    .filter(([view]) => view !== "team" || hasTeam)
    .map(([value, label]) => ({ value, label: t(label), count: counts[value] || undefined }));
}
