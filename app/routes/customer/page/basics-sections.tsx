import { Text } from "@mantine/core";
import type { FormSection } from "~/app/blocks/form/record-form";
import { intentSection } from "~/app/routes/customer/intent-section";
import {
  type CustomerDetail,
  type CustomerUpdate,
  contactFields,
  manualStages,
} from "~/contract/customer/customer-record";
import { hasSeveral, RequirementsLink } from "./requirements-link";

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
const origin: Sections = [
  { title: "来源与备注", fields: ["source", "source_detail", "agent_id", "referrer_customer_id", "tags", "remark"] },
];
export const ownSections: Sections = [...basics, contacts, intentSection, ...origin];

/** What the form of a known customer asks for. Contacts of somebody else's are masked: they cannot be edited and do not go back. */
export const sectionsOf = (record: CustomerDetail): Sections => [
  ...basics,
  ...(record.is_masked ? [] : [contacts]),
  hasSeveral(record)
    ? { title: intentSection.title, fields: ["intent_estate_ids"], below: () => <SaidThere record={record} /> }
    : intentSection,
  ...origin,
];

const SaidThere = ({ record }: { record: CustomerDetail }) => (
  <Text size="sm" mt="sm">
    <RequirementsLink record={record} />
  </Text>
);
