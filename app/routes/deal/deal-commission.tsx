import { FactList } from "~/app/blocks/detail/fact-list";
import { t } from "~/app/i18n/t";
import { type CommissionOrigin, commissionOrigins } from "~/contract/deal/commission";
import type { DealDetail } from "~/contract/deal/deal-record";
import { formatExact, formatPercent } from "~/contract/format";

interface DealCommissionProps {
  record: Pick<DealDetail, "currency" | "commission_currency" | "payable_currency">;
  commission: NonNullable<DealDetail["commission"]>;
}

export function DealCommission({ record, commission }: DealCommissionProps) {
  const { base, receivable, receivable_rate, receivable_origin, payable, payable_rate, payable_origin } = commission;
  return (
    <FactList
      remedy={null}
      facts={[
        { label: t("佣金基数"), value: formatExact(base, record.currency) },
        {
          label: t("应收佣金"),
          value: receivable && (
            <Amount
              amount={formatExact(receivable, record.commission_currency)}
              rate={receivable_rate}
              origin={receivable_origin}
            />
          ),
        },
        {
          label: t("应付代理佣金"),
          value: payable && (
            <Amount
              amount={formatExact(payable, record.payable_currency)}
              rate={payable_rate}
              origin={payable_origin}
            />
          ),
        },
      ]}
    />
  );
}

const Amount = ({ amount, rate, origin }: { amount: string; rate: string | null; origin: string | null }) => (
  <>
    <strong>{amount}</strong>
    {t("（{why}）", {
      why: [rate && formatPercent(rate), origin && t(commissionOrigins[origin as CommissionOrigin] ?? origin)]
        .filter(Boolean)
        .join(" "),
    })}
  </>
);
