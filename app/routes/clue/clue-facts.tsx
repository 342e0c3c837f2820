import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Value } from "~/app/blocks/detail/value";
import { PageLink } from "~/app/blocks/page-link";
import { Pictures } from "~/app/features/album/pictures";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { ClueDetail } from "~/contract/clue/clue-record";
import { labelOf, metaOf } from "~/contract/field";
import { formatBudget } from "~/contract/format";
import { CluePhone, ProtectionLeft, ReviewClock } from "./clue-labels";

export function ClueFacts({ record }: { record: ClueDetail }) {
  const { budget_min, budget_max, budget_currency, customer, estate, status } = record;
  return (
    <>
      <FactList
        facts={[
          own(record, "clue_no"),
          { label: t("手机号"), value: <CluePhone row={record} /> },
          own(record, "phone_mode"),
          {
            label: t("楼盘"),
            value: <PageLink to={`/house/estate-list/estate-detail?id=${estate.id}`}>{estate.name}</PageLink>,
          },
          own(record, "agent"),
          own(record, "account"),
          own(record, "manager"),
          own(record, "source"),
          own(record, "created_at"),
          own(record, "expected_visit_at"),
          own(record, "layout"),
          { label: t("预算"), value: formatBudget(budget_min, budget_max, budget_currency, "short") },
          own(record, "purpose"),
          own(record, "handler"),
          {
            label: t("关联客户"),
            value:
              customer &&
              (customer.is_visible ? <PageLink to={customerPage(customer)}>{customer.name}</PageLink> : customer.name),
          },
          status === "pending" && { label: t("审核"), value: <ReviewClock row={record} /> },
          own(record, "protect_mode"),
          { label: t("保护期"), value: protection(record) },
          { ...own(record, "note"), isWide: true },
        ]}
      />
      <FactList
        remedy={null}
        facts={[
          ...(["reviewed_by", "reviewed_at", "review_note", "force_reason", "invalid_reason", "invalid_note"] as const),
          ...(["appealed_at", "appeal_note", "appeal_until", "visited_at", "visit_note"] as const),
          ...(["extended_at", "extend_reason", "cancelled_at", "cancel_reason"] as const),
        ].map((name) => own(record, name))}
      />
      <Proofs label={t("到访凭证")} pictures={record.visit_media} />
      <Proofs label={t("申诉证据")} pictures={record.appeal_media} />
    </>
  );
}

const own = (record: ClueDetail, name: keyof ClueDetail) => ({
  label: t(labelOf(ClueDetail.shape[name], name)),
  value:
    record[name] === null ? null : (
      <Value field={metaOf(ClueDetail.shape[name])} value={record[name]} record={record} />
    ),
});

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
