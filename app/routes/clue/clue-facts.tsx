import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { ownFacts } from "~/app/blocks/detail/own-facts";
import { PageLink } from "~/app/blocks/page-link";
import { Pictures } from "~/app/features/album/pictures";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { ClueDetail } from "~/contract/clue/clue-record";
import { formatBudget } from "~/contract/format";
import { CluePhone, ProtectionLeft, ReviewClock } from "./clue-labels";

export function ClueFacts({ record }: { record: ClueDetail }) {
  const { budget_min, budget_max, budget_currency, customer, estate, status } = record;
  const own = ownFacts(ClueDetail, record);
  return (
    <>
      <FactList
        facts={[
          ...own("clue_no"),
          { label: t("手机号"), value: <CluePhone row={record} /> },
          ...own("phone_mode"),
          {
            label: t("楼盘"),
            value: <PageLink to={`/house/estate-list/estate-detail?id=${estate.id}`}>{estate.name}</PageLink>,
          },
          ...own("agent", "account", "manager", "source", "created_at", "expected_visit_at", "layout"),
          { label: t("预算"), value: formatBudget(budget_min, budget_max, budget_currency, "short") },
          ...own("purpose", "handler"),
          {
            label: t("关联客户"),
            value:
              customer &&
              (customer.is_visible ? <PageLink to={customerPage(customer)}>{customer.name}</PageLink> : customer.name),
          },
          status === "pending" && { label: t("审核"), value: <ReviewClock row={record} /> },
          ...own("protect_mode"),
          { label: t("保护期"), value: protection(record) },
          ...own("note").map((fact) => ({ ...fact, isWide: true })),
        ]}
      />
      <FactList
        remedy={null}
        facts={[
          ...own("reviewed_by", "reviewed_at", "review_note", "force_reason", "invalid_reason", "invalid_note"),
          ...own("appealed_at", "appeal_note", "appeal_until", "visited_at", "visit_note"),
          ...own("extended_at", "extend_reason", "cancelled_at", "cancel_reason"),
        ]}
      />
      <Proofs label={t("到访凭证")} pictures={record.visit_media} />
      <Proofs label={t("申诉证据")} pictures={record.appeal_media} />
    </>
  );
}

function protection(record: ClueDetail) {
  if (record.protect_until === null) return null;
  return (
    <>
      {t("至 {at}", { at: formatInstant(record.protect_until) })}{" "}
      {record.protect_days === null ? null : <ProtectionLeft row={record} />}
    </>
  );
}

function Proofs({ label, pictures }: { label: string; pictures: ClueDetail["visit_media"] }) {
  if (pictures.length === 0) return null;
  return (
    <section aria-label={label}>
      <p>{label}</p>
      <Pictures pictures={pictures} />
    </section>
  );
}
