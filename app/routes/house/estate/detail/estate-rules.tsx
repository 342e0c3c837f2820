import { Box } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { t } from "~/app/i18n/t";
import { formatMoney, formatPercent } from "~/contract/format";
import type { EstateDetail } from "~/contract/house/estate";
import { settleConditions } from "~/contract/house/estate-record";
import classes from "../estate-detail.module.css";
import { EstateFacts } from "../estate-facts";

type Rules = NonNullable<EstateDetail["rules"]>;

export const EstateRules = ({ record, rules }: { record: EstateDetail; rules: Rules }) => (
  <Panel title={t("报备与佣金规则")}>
    <EstateFacts
      record={record}
      tab="commission"
      values={{ ...rules, dev_commission_value: null, agent_commission_value: null }}
      fields={[
        "allow_agent",
        "report_phone_mode",
        "protect_mode",
        "protect_report_days",
        "protect_visit_days",
        "min_lead_minutes",
      ]}
    />
    <Box component="dl" m={0} mt={16} fz={16} className={`${classes.figures} ${basic.facts}`}>
      <div>
        <dt>{t("开发商佣金(应收)")}</dt>
        <dd>{commissionText(rules, "dev") ?? t("按系统设置")}</dd>
      </div>
      <div>
        <dt>{t("代理佣金(应付)")}</dt>
        <dd>{commissionText(rules, "agent") ?? t("按代理佣金")}</dd>
      </div>
      {rules.settle_condition === null ? null : (
        <div>
          <dt>{t("结佣条件")}</dt>
          <dd>{t(settleConditions[rules.settle_condition])}</dd>
        </div>
      )}
    </Box>
    {rules.settle_stages.length ? (
      <ol className={`${classes.stations} ${basic.list} ${basic.column} ${basic.gap6} ${basic.size14}`}>
        {rules.settle_stages.map(({ part, percent, condition }) => (
          <li key={part}>{`${part} ${formatPercent(percent)} ${t(settleConditions[condition])}`}</li>
        ))}
      </ol>
    ) : null}
    {rules.commission_note ? <p className={classes.note}>{rules.commission_note}</p> : null}
  </Panel>
);

function commissionText(rules: Rules, side: "dev" | "agent"): string | undefined {
  const amount = rules[`${side}_commission_value`];
  if (amount === null) return undefined;
  return rules[`${side}_commission_mode`] === "percent"
    ? formatPercent(amount)
    : formatMoney(amount, rules[`${side}_commission_currency`]);
}
