import { Button, Group, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { t } from "~/app/i18n/t";
import { billing } from "~/contract/deal/billing";
import { type BillingLine, billsOf } from "~/contract/deal/billing-record";

interface PlanChoiceProps {
  amount: string;
  currency: string;
  days: { subscribed_at?: string | null; contracted_at?: string | null; delivery_due_at?: string | null };
  onChoose: (lines: BillingLine[], plan: string) => void;
}

export function PlanChoice({ amount, currency, days, onChoose }: PlanChoiceProps) {
  const plans = useCall(billing.plans, {});
  const isReady = /^\d{1,16}(\.\d{1,2})?$/.test(amount) && /[1-9]/.test(amount) && currency !== "";
  return (
    <AsyncPart {...plans}>
      {(known) =>
        known.length ? (
          <Group className={basic.touches} gap="xs" mt="sm" role="group" aria-label={t("付款方案")}>
            <Text size="sm">{t("按方案生成账单：")}</Text>
            {known.map(({ name, lines }) => (
              <Button
                key={name}
                type="button"
                variant="default"
                size="compact-sm"
                disabled={!isReady}
                title={isReady ? undefined : t("请先填写成交价和币种")}
                onClick={() =>
                  onChoose(
                    billsOf(lines, { deal_price: amount, currency, digits: currencyDigits(currency), ...days }),
                    name,
                  )
                }
              >
                {name}
              </Button>
            ))}
          </Group>
        ) : null
      }
    </AsyncPart>
  );
}

function currencyDigits(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  return new Intl.NumberFormat("zh-CN", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
