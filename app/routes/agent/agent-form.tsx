import { useLoaderData, useNavigate } from "@remix-run/react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import panel from "~/app/blocks/form/form-panel.module.css";
import { RecordForm } from "~/app/blocks/form/record-form";
import { useRecordForm } from "~/app/blocks/form/use-record-form";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type AgentDetail, agentScreenData } from "~/contract/agent/agent";
import { shanghaiDay } from "~/contract/day";
import type { NewPassword } from "./account-password";
import { drawerPath } from "./agent-dialogs";
import { AgentFacts } from "./agent-facts";
import { agentForm } from "./agent-sections";

const AccountPassword = lazyPart(() => import("./account-password"), "AccountPassword");

export const clientLoader = loaderOf(agentScreenData["/agent/list/addAgent"]);
export { write as clientAction } from "~/app/api/writes";

export default function AgentFormScreen() {
  const { record } = useLoaderData<typeof clientLoader>();
  return (
    <div style={{ maxWidth: 1080, paddingTop: 12 }}>
      <ScreenHeading />
      <section className={panel.panel} aria-label={record?.name ?? t("代理资料")}>
        {record && !record.can.edit ? <AgentFacts record={record} /> : <Form key={record?.id} record={record} />}
      </section>
    </div>
  );
}

function Form({ record }: { record: AgentDetail | undefined }) {
  const navigate = useNavigate();
  const [made, setMade] = useState<NewPassword & { agentId: number }>();
  const profile = useProfile();
  const isKeeper = profile.data_scope !== "all";
  const form = useRecordForm(agentForm, record, {
    begin: {
      cooperation_from: shanghaiDay(),
      cooperation_to: shanghaiDay(365),
      ...(isKeeper ? { manager_id: profile.id } : {}),
    },
    onCreated: ({ id, initial_password }, { main_name, main_phone }) =>
      setMade({ agentId: id, name: main_name, phone: main_phone, password: initial_password, isNew: true }),
    onUpdated: ({ id }) => navigate(drawerPath(id)),
  });
  const leave = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate("/agent/list"));
  return (
    <>
      <RecordForm form={form} isLong onCancel={leave} />
      {made ? <AccountPassword account={made} onClose={() => navigate(drawerPath(made.agentId))} /> : null}
    </>
  );
}
