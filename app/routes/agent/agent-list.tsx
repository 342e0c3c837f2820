import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { WaitingRecord } from "~/app/blocks/feedback/waiting";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, hidden, tagged } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useDrawerAddress } from "~/app/blocks/list/row/drawer-address";
import { SmallLink } from "~/app/blocks/page-link";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { agentFilters } from "~/app/features/audience/agent-filters";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { AgentRow, agent, agentScreenData, isCooperationUrgent } from "~/contract/agent/agent";
import { mayCall } from "~/contract/endpoint";
import { formatPhone } from "~/contract/format";
import { accountsPath, drawerPath, formPath, managerBatchForm } from "./agent-dialogs";
import { useAgentActs } from "./use-agent-acts";

export const clientLoader = loaderOf(agentScreenData["/agent/list"]);
export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

const AgentDrawer = lazyPart(() => import("./agent-drawer"), "AgentDrawer", WaitingRecord);

const list: List<AgentRow> = {
  name: "agent",
  endpoint: agent.list,
  exports: agent.export,
  columns: columnsOf(AgentRow, [
    { key: "name", width: 156, under: "agent_no" },
    { ...tagged(AgentRow, "level", { S: "orange", A: "brand", C: "gray" }), width: 72, under: "type" },
    { key: "country_code", label: "国家 / 城市", width: 96, under: "city" },
    {
      key: "contact_name",
      width: 120,
      under: ({ contact_phone, contact_phone_cc }) => formatPhone(contact_phone, contact_phone_cc),
    },
    { key: "manager", width: 104 },
    {
      key: "account_count",
      label: "子账号",
      width: 72,
      render: (row) => <Accounts {...row} />,
    },
    {
      key: "report_count",
      label: "报备/有效/签约",
      width: 120,
      figure: "agent_reports",
      render: ({ report_count, valid_count, contract_count }) => `${report_count} / ${valid_count} / ${contract_count}`,
    },
    { key: "cooperation_to", width: 100, render: (row) => <CooperationEnd {...row} /> },
    { ...tagged(AgentRow, "status", { active: "green", expired: "orange", deregistering: "red" }), width: 76 },
    ...hidden({ type: 72, agent_no: 128 }),
    { key: "created_at", isExtra: true },
  ]),
  filters: agentFilters,
  card: { tags: ["level", "status"], facts: ["contact_name", "manager"], time: "cooperation_to" },
  title: "name",
  nameOf: ({ name }) => name,
  drawer: AgentDrawer,
};
/** A phone has no room next to the list: the drawer covers it. */
const onPhone: List<AgentRow> = { ...list, drawer: undefined, linkOf: ({ id }) => drawerPath(id) };

export default function AgentList() {
  const { page } = useLoaderData<typeof clientLoader>();
  const isPhone = useIsPhone();
  const profile = useProfile();
  const acts = useAgentActs();
  const { inBulk, dialog } = useActs();
  const shown = isPhone ? onPhone : list;
  return (
    <>
      <ListPage
        list={shown}
        page={page}
        rowActions={acts.actionsOf}
        bulk={useBulk(shown, page, [
          mayCall(profile, agent.managerBatch) && inBulk(managerBatchForm, { label: t("分配渠道经理") }),
        ])}
        create={mayCall(profile, agent.create) ? <CreateButton label={t("新增代理")} to={formPath()} /> : null}
      />
      {dialog}
      {isPhone ? <PhoneDrawer rows={page.list} /> : null}
      {acts.dialog}
    </>
  );
}

function PhoneDrawer({ rows }: { rows: readonly AgentRow[] }) {
  const { id, close } = useDrawerAddress();
  if (id === undefined) return null;
  const row = rows.find((one) => one.id === id);
  return (
    <SideDrawer title={row?.name ?? t("代理详情")} onClose={close}>
      <AgentDrawer key={id} {...{ id, row }} isWriting={false} onWrite={stay} onNext={undefined} onClose={close} />
    </SideDrawer>
  );
}

const stay = () => undefined;

function Accounts({ id, account_count, account_limit, can }: AgentRow) {
  const shown = `${account_count}/${account_limit}`;
  return can.accounts ? <SmallLink to={accountsPath(id)}>{shown}</SmallLink> : shown;
}

function CooperationEnd({ cooperation_to, status }: AgentRow) {
  const isUrgent = (status === "active" || status === "expired") && isCooperationUrgent(cooperation_to);
  return isUrgent ? <b style={{ color: "var(--mantine-color-error)" }}>{cooperation_to}</b> : cooperation_to;
}
