import { useLoaderData, useNavigate } from "@remix-run/react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import panel from "~/app/blocks/form/form-panel.module.css";
import { RecordForm } from "~/app/blocks/form/record-form";
import { recordForm, useRecordForm } from "~/app/blocks/form/use-record-form";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type AgentDetail, agent, agentScreenData } from "~/contract/agent/agent";
import { shanghaiDay } from "~/contract/day";
import type { NewPassword } from "./account-password";
import { drawerPath } from "./agent-dialogs";
import { AgentFacts } from "./agent-facts";

const AccountPassword = lazyPart(() => import("./account-password"), "AccountPassword");

export const clientLoader = loaderOf(agentScreenData["/agent/list/addAgent"]);
export { write as clientAction } from "~/app/api/writes";

/** The form of an agent; a new one is given its main account with it. */
const agentForm = recordForm({
  create: agent.create,
  update: agent.update,
  draft: "agent",
  begin: {
    type: "company",
    level: "B",
    contact_phone_cc: "86",
    main_phone_cc: "86",
    commission_mode: "percent",
    settle_cycle: "monthly",
    account_limit: 10,
    invoice_required: true,
  },
  // A stored account is read by nobody who edits: what is typed takes its place.
  values: (record: AgentDetail) => ({ ...record, bank_account: null }),
  success: (record) => (record ? t("已保存") : t("代理已新增")),
  sections: (record) => [
    {
      title: "基本信息",
      fields: [
        ...(["type", "name", "short_name", "level", "country_code"] as const),
        { name: "district_id", within: "country_code" },
        { name: "address", isWide: true },
        "license_no",
        { name: "logo_id", media: { scene: "avatar", known: logoOf(record) } },
        { name: "license_media_ids", isWide: true, media: { scene: "agreement", known: record?.license_media ?? [] } },
      ],
    },
    {
      title: "联系人",
      fields: ["contact_name", "contact_phone_cc", "contact_phone", "contact_email", "wechat"],
    },
    {
      title: "合作与佣金",
      fields: [
        { name: "manager_id", perm: "agent:agent:edit" },
        ...(["account_limit", "cooperation_from", "cooperation_to", "commission_mode"] as const),
        {
          name: "commission_value",
          currency: ({ commission_mode, commission_currency }) =>
            commission_mode === "percent" ? "%" : commission_currency,
        },
        { name: "commission_currency", when: ({ commission_mode }) => commission_mode === "fixed" },
        "settle_cycle",
        { name: "remark", isWide: true },
      ],
    },
    {
      title: "收款与开票",
      fields: [
        ...(["bank_name", "bank_account", "account_holder", "swift"] as const),
        ...(["invoice_title", "tax_no", "invoice_required"] as const),
      ],
    },
    {
      title: "协议附件",
      fields: [
        {
          name: "contract_media_ids",
          isWide: true,
          media: { scene: "agreement", known: record?.contract_media ?? [] },
        },
      ],
    },
    ...(record
      ? []
      : [{ title: "主账号", fields: ["main_name", "main_phone_cc", "main_phone", "main_email"] as const }]),
  ],
});

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

const logoOf = (record: AgentDetail | undefined) =>
  record?.logo_id && record.logo
    ? [{ id: record.logo_id, name: record.name, url: record.logo, mime: "image/jpeg" }]
    : [];
