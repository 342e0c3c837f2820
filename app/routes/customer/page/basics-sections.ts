import type { FormSection } from "~/app/blocks/form/record-form";
import { intentSection } from "~/app/routes/customer/intent-section";
import { type CustomerUpdate, contactFields, manualStages } from "~/contract/customer/customer-record";

type Sections = FormSection<typeof CustomerUpdate>[];

export const contacts = { title: "联系方式", fields: contactFields };
const basics: Sections = [
  {
    title: "基本信息",
    fields: [
      "name",
      "gender",
      "level",
      { name: "stage", only: manualStages },
      { name: "lost_reason", when: ({ stage }) => stage === "lost" },
      "country_code",
      { name: "district_id", within: "country_code" },
      "birth_year",
      "industry",
      "language",
    ],
  },
];
const others: Sections = [
  intentSection,
  { title: "来源与备注", fields: ["source", "source_detail", "agent_id", "referrer_customer_id", "tags", "remark"] },
];
export const ownSections: Sections = [...basics, contacts, ...others];
/** Contacts of somebody else's customer are masked: they cannot be edited and do not go back. */
export const maskedSections: Sections = [...basics, ...others];
