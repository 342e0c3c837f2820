import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import {
  type BillingStatus,
  billingStatuses,
  type CancelType,
  type CommissionStatus,
  cancelTypes,
  commissionStatuses,
  type DealStatus,
  dealStatuses,
  type PayStatus,
  payStatuses,
} from "~/contract/deal/deal-kinds";

const dealColors: Readonly<Record<DealStatus, TagColor>> = {
  draft: "gray",
  reviewing: "orange",
  rejected: "red",
  subscribed: "brand",
  contracted: "green",
  completed: "green",
  cancelled: "gray",
};

interface DealStatusTagProps {
  status: string;
  /** How it was cancelled: 退订 before the contract, 退房 after it. */
  cancelType?: string | null;
}

export function DealStatusTag({ status, cancelType }: DealStatusTagProps) {
  const known = status as DealStatus;
  const word = cancelType ? cancelTypes[cancelType as CancelType] : dealStatuses[known];
  return <Tag color={dealColors[known]}>{cancelType ? t("已{word}", { word: t(word) }) : t(word ?? status)}</Tag>;
}

const payColors: Readonly<Record<PayStatus, TagColor>> = { unpaid: "gray", partial: "brand", paid: "green" };

export function PayStatusTag({ status, isNamed }: { status: string; isNamed?: boolean }) {
  const known = status as PayStatus;
  const word = t(payStatuses[known] ?? status);
  return <Tag color={payColors[known]}>{isNamed ? t("付款：{word}", { word }) : word}</Tag>;
}

const commissionColors: Readonly<Record<CommissionStatus, TagColor>> = {
  none: "gray",
  pending: "gray",
  partial: "brand",
  settled: "green",
};

export function CommissionStatusTag({ status }: { status: string }) {
  const known = status as CommissionStatus;
  return <Tag color={commissionColors[known]}>{t(commissionStatuses[known] ?? status)}</Tag>;
}

const billingColors: Readonly<Record<BillingStatus, TagColor>> = {
  pending: "gray",
  paid: "orange",
  confirmed: "green",
  refunded: "gray",
  void: "gray",
};

export function BillingStatusTag({ status, isOverdue }: { status: string; isOverdue: boolean }) {
  const known = status as BillingStatus;
  return (
    <>
      <Tag color={billingColors[known]}>{t(billingStatuses[known] ?? status)}</Tag>
      {isOverdue ? <Tag color="red">{t("逾期")}</Tag> : null}
    </>
  );
}
