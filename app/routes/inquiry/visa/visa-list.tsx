import { columnsOf, hidden } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { CaseStageTag, VisaMetTag } from "~/app/features/inquiry/visa-tags";
import { formatExact } from "~/contract/format";
import { visaInquiry } from "~/contract/inquiry/inquiry";
import { InquiryRow } from "~/contract/inquiry/inquiry-record";
import { card, clock, name, phone, shared, status, times, tracked } from "../inquiry-lists";

export const casePath = (id: number) => `/inquiry/management/managementInfo/${id}`;

const capital = ({ capital_jpy }: InquiryRow) =>
  capital_jpy === null ? "–" : formatExact(String(capital_jpy), "JPY") || "0";
const stage = ({ case_stage }: InquiryRow) => (case_stage ? <CaseStageTag stage={case_stage} /> : "–");
const met = ({ visa_met }: InquiryRow) => (visa_met === null ? "–" : <VisaMetTag met={visa_met} />);

export const visaList: List<InquiryRow> = {
  ...shared,
  name: "inquiry-visa",
  endpoint: visaInquiry.list,
  exports: visaInquiry.export,
  columns: columnsOf(InquiryRow, [
    name,
    phone,
    status,
    { key: "case_stage", label: "办理阶段 / 行政书士", width: 130, render: stage, under: "scrivener" },
    { key: "visa_met", width: 96, align: undefined, isNamed: false, render: met },
    { key: "nationality", label: "国籍 / 公司阶段", width: 108, under: "company_stage" },
    {
      key: "capital_jpy",
      label: "资本金 / 日语",
      width: 108,
      align: undefined,
      isNamed: false,
      render: capital,
      under: "japanese_level",
    },
    ...hidden({ scrivener: 110, company_stage: 90, japanese_level: 84 }),
    { ...clock, isExtra: true },
    { key: "content", width: 190, isExtra: true },
    ...times,
  ]),
  filters: filtersOf(visaInquiry.list, InquiryRow, [
    { name: "keyword", label: "编号 / 联系人 / 联系方式（他人号码后4位）" },
    "case_stage",
    "visa_met",
    "status",
    { name: "assignee_id", label: "顾问", scene: "users" },
    "platform",
    tracked,
    { name: "overdue", label: "超时" },
    { name: "created", by: "created_at" },
  ]),
  card: { ...card, tags: ["status"], facts: ["case_stage", "visa_met", "capital_jpy"] },
  linkOf: ({ id }) => casePath(id),
};
