import { FactList } from "~/app/blocks/detail/fact-list";
import { Value } from "~/app/blocks/detail/value";
import { t } from "~/app/i18n/t";
import { labelOf, metaOf } from "~/contract/field";
import { inquiryExt } from "~/contract/inquiry/inquiry-kinds";
import { InquiryDetail } from "~/contract/inquiry/inquiry-record";
import type { InquiryKind } from "~/contract/inquiry/inquiry-words";
import { InquiryPhone } from "./inquiry-labels";

type Record = InquiryDetail;

const hidden = new Set(["steps", "notes", "pages", "session_id", "report_id"]);

export function KindFacts({ record }: { record: Record }) {
  const shape = inquiryExt[record.kind as InquiryKind]?.shape ?? {};
  const facts = Object.entries(shape)
    .filter(([name]) => !hidden.has(name))
    .map(([name, schema]) => ({
      label: t(labelOf(schema, name)),
      value: <Value field={metaOf(schema)} value={record.ext[name]} record={record.ext} />,
      isKnown: record.ext[name] !== null && record.ext[name] !== undefined && record.ext[name] !== "",
    }));
  const known = facts.filter(({ isKnown }) => isKnown);
  const missing = facts.filter(({ isKnown }) => !isKnown).map(({ label }) => ({ label, value: null }));
  return <FactList facts={[...known, ...missing]} />;
}

export function ContactFacts({ record }: { record: Record }) {
  const { shape } = InquiryDetail;
  return (
    <FactList
      facts={[
        { label: t("联系人"), value: record.name },
        { label: t("手机号"), value: record.phone && <InquiryPhone row={record} /> },
        { label: t("微信"), value: record.wechat },
        { label: t("邮箱"), value: record.email },
        {
          label: t("方便联系时间"),
          value: <Value field={metaOf(shape.contact_time)} value={record.contact_time} record={record} />,
        },
      ]}
    />
  );
}

const traces = [
  "platform",
  "page_url",
  "referrer",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "ip",
  "ip_region",
  "device",
] as const;

export const TraceFacts = ({ record }: { record: Record }) => (
  <FactList
    facts={traces.map((name) => ({
      label: t(labelOf(InquiryDetail.shape[name], name)),
      value: record[name] && <Value field={metaOf(InquiryDetail.shape[name])} value={record[name]} record={record} />,
    }))}
  />
);
