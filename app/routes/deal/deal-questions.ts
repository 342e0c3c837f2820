import { dealPath } from "~/app/features/deal/deal-paths";
import { t } from "~/app/i18n/t";
import type { DealRow } from "~/contract/deal/deal-record";
import { formatExact } from "~/contract/format";

type Named = Pick<DealRow, "deal_no" | "customer" | "buyer_name" | "estate" | "building" | "unit_no"> &
  Partial<Pick<DealRow, "deal_price" | "currency">>;

export const recordOfDeal = ({ id, deal_no, customer, buyer_name }: Pick<DealRow, "id"> & Named) => ({
  name: `${buyer_name ?? customer.name}（${deal_no}）`,
  to: dealPath(id),
});

export const namedDeal = ({ deal_no, customer, buyer_name, estate, building, unit_no, deal_price, currency }: Named) =>
  [
    `${buyer_name ?? customer.name}（${deal_no}）`,
    [estate.name, building, unit_no].filter(Boolean).join(" "),
    formatExact(deal_price, currency),
  ]
    .filter(Boolean)
    .join(" · ");

export const approval = (row: DealRow) => ({
  text: t("{deal}。通过后即为认购，房号转为已售。", { deal: namedDeal(row) }),
  confirmLabel: t("通过"),
  isDanger: false,
  success: t("已通过"),
  record: recordOfDeal(row),
});

export const withdrawal = (row: DealRow) => ({
  text: t("{deal}。撤回后回到草稿，房号恢复可售。", { deal: namedDeal(row) }),
  confirmLabel: t("撤回"),
  isDanger: false,
  success: t("已撤回"),
  record: recordOfDeal(row),
});

export const removal = (row: DealRow) => ({
  text: t("{deal}将被删除。", { deal: namedDeal(row) }),
  confirmLabel: t("删除"),
  success: t("已删除"),
  record: { name: recordOfDeal(row).name },
});
