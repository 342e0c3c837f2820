import { Anchor, Box, Stack } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { useCall } from "~/app/blocks/detail/use-async";
import { Value } from "~/app/blocks/detail/value";
import { t } from "~/app/i18n/t";
import { type AgentDetail, AgentOverview, AgentRow, agent } from "~/contract/agent/agent";
import { settleCycles } from "~/contract/agent/agent-kinds";
import { formatNumber } from "~/contract/decimal";
import { labelOf, metaOf } from "~/contract/field";
import { formatExact, formatPhone } from "~/contract/format";
import { commissionModes } from "~/contract/house/estate-record";

export function AgentFacts({ record }: { record: AgentDetail }) {
  const { answer } = useCall(agent.overview, { params: { id: record.id } });
  return (
    <Stack>
      <Box
        component="dl"
        m={0}
        fz={15}
        className={`${basic.facts} ${basic.sunken} ${basic.rounded}`}
        p="12px 14px"
        display="grid"
        style={{ gridTemplateColumns: "repeat(auto-fill, minmax(max(140px, 20%), 1fr))", gap: "10px 16px" }}
        aria-label={t("代理概况")}
        aria-busy={answer === undefined}
      >
        {doneOf(answer).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? "–"}</dd>
          </div>
        ))}
      </Box>
      <FactList facts={factsOf(record)} />
    </Stack>
  );
}

const countryOf = (row: AgentDetail) => (
  <Value field={metaOf(AgentRow.shape.country_code)} value={row.country_code} record={row} />
);

const factsOf = (row: AgentDetail) => [
  { label: t("编号"), value: row.agent_no },
  { label: t("简称"), value: row.short_name },
  { label: t("国家/地区"), value: countryOf(row) },
  { label: t("城市/区域"), value: row.city },
  { label: t("地址"), value: row.address, isWide: true },
  { label: t("营业执照/证件号"), value: row.license_no },
  { label: t("营业执照/证件"), value: row.license_media.length ? <Files files={row.license_media} /> : null },
  { label: t("联系人"), value: row.contact_name },
  { label: t("联系电话"), value: formatPhone(row.contact_phone, row.contact_phone_cc) },
  { label: t("联系邮箱"), value: row.contact_email },
  { label: t("微信"), value: row.wechat },
  { label: t("渠道经理"), value: row.manager.name },
  { label: t("合作期"), value: `${row.cooperation_from} 至 ${row.cooperation_to}` },
  { label: t("佣金标准"), value: commissionOf(row) },
  { label: t("结算周期"), value: t(settleCycles[row.settle_cycle]) },
  { label: t("开户行"), value: row.bank_name },
  { label: t("收款账号"), value: row.bank_account_masked },
  { label: t("户名"), value: row.account_holder },
  { label: t("SWIFT"), value: row.swift },
  { label: t("开票抬头"), value: row.invoice_title },
  { label: t("税号"), value: row.tax_no },
  { label: t("需要发票"), value: row.invoice_required ? t("是") : t("否") },
  {
    label: t("合作协议"),
    value: row.contract_media.length ? <Files files={row.contract_media} /> : null,
    isWide: true,
  },
  { label: t("主账号"), value: row.main_account?.name },
  row.status_reason !== null && { label: t("停用原因"), value: row.status_reason, isWide: true },
  { label: t("备注"), value: row.remark, isWide: true },
];

const commissionOf = ({ commission_mode, commission_value, commission_currency }: AgentDetail) =>
  [
    t(commissionModes[commission_mode]),
    commission_mode === "percent" ? `${Number(commission_value)}%` : formatExact(commission_value, commission_currency),
  ].join(" ");

/** The figures' names stand from the beginning, so that nothing moves when they come. */
const doneOf = (row: AgentOverview | undefined) => {
  const label = (name: keyof AgentOverview) => t(labelOf(AgentOverview.shape[name], name));
  const day = (at: string | null | undefined) => at && formatInstant(at).slice(0, 10);
  return [
    ...(["clues", "open_clues", "visited", "contracted", "customers"] as const).map((name) => ({
      label: label(name),
      value: row && formatNumber(row[name]),
    })),
    { label: t("子账号"), value: row && `${row.account_count}/${row.account_limit}` },
    { label: label("last_clue_at"), value: day(row?.last_clue_at) },
    { label: label("last_login_at"), value: day(row?.last_login_at) },
  ];
};

/** Files that open in a tab of their own; their addresses work for ten minutes. */
const Files = ({ files }: { files: AgentDetail["contract_media"] }) => (
  <Stack gap={4}>
    {files.map(({ id, name, url }) => (
      <Anchor key={id} href={url} target="_blank" rel="noreferrer" size="sm">
        {name}
      </Anchor>
    ))}
  </Stack>
);
