import { Button, Stack, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { FactList } from "~/app/blocks/detail/fact-list";
import { isBlank, Value } from "~/app/blocks/detail/value";
import { fieldOf } from "~/app/blocks/form/field/schema-fields";
import { CustomerCall } from "~/app/features/customer/call-customer";
import { BudgetText } from "~/app/features/customer/customer-tags";
import { t } from "~/app/i18n/t";
import { EstateLinks } from "~/app/routes/customer/estate-links";
import { intentSection } from "~/app/routes/customer/intent-section";
import { useProfile } from "~/app/session/viewer-context";
import { type CustomerDetail, CustomerUpdate, wishFields } from "~/contract/customer/customer-record";
import { requirement } from "~/contract/customer/requirement";
import { mayCall } from "~/contract/endpoint";
import { formatPhone } from "~/contract/format";
import type { Profile } from "~/contract/personal/user";
import { contacts, ownSections } from "./basics-sections";
import { editedWith, FactEdit } from "./fact-edit";
import { isForbidden } from "./forbidden-banner";
import { hasSeveral, RequirementsLink } from "./requirements-link";

interface BasicsFactsProps {
  record: CustomerDetail;
  onEdit?: () => void;
  isNarrow?: boolean;
}

export function BasicsFacts({ record, onEdit, isNarrow = false }: BasicsFactsProps) {
  const viewer = useProfile();
  // With several requirements each has its own, if the viewer sees them.
  const isElsewhere = hasSeveral(record) && mayCall(viewer, requirement.list);
  const told: readonly string[] = [...(isNarrow ? inHead(record) : []), ...(isElsewhere ? wishFields : [])];
  return (
    <Stack pos="relative" gap={isNarrow ? 20 : 24}>
      {onEdit ? (
        <Button
          variant={isNarrow ? "subtle" : "default"}
          color="gray"
          size={isNarrow ? "compact-sm" : "sm"}
          pos="absolute"
          top={-6}
          right={0}
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-label={isNarrow ? t("编辑全部资料") : undefined}
          onClick={onEdit}
        >
          {t("编辑")}
        </Button>
      ) : null}
      {ownSections.map(({ title, fields }) => (
        <section key={title}>
          <Text component="h2" fz={isNarrow ? 14 : 15} fw={600} mb={isNarrow ? 8 : 12}>
            {t(title ?? "")}
            {title === contacts.title && record.is_masked ? (
              <Text component="small" c="dimmed" fz={12} fw={400} ml={10}>
                {t("非本人客户，号码已隐藏")}
              </Text>
            ) : null}
          </Text>
          <FactList
            isNarrow={isNarrow}
            facts={[
              isElsewhere &&
                title === intentSection.title && { label: t("需求"), value: <RequirementsLink record={record} /> },
              ...fields
                .map((entry) => (typeof entry === "string" ? entry : entry.name))
                .filter((name) => !told.includes(name))
                .map((name) => factOf(name, record, viewer)),
            ]}
          />
        </section>
      ))}
    </Stack>
  );
}

const inHead = ({ phone, wechat, is_masked }: CustomerDetail): string[] => [
  ...["name", "level", "stage", "lost_reason"],
  ...(phone ? ["phone_cc", "phone"] : []),
  ...(wechat && !is_masked ? ["wechat"] : []),
];

function factOf(name: string, record: CustomerDetail, viewer: Profile) {
  const field = fieldOf(CustomerUpdate, name);
  const value = record[name as keyof CustomerDetail];
  if (name === "lost_reason" && !value) return false;
  const label = t(field.label);
  const names = editedWith(name, record, viewer);
  const shown =
    special(name, record) ?? (isBlank(value) ? null : <Value field={field} value={value} record={record} />);
  const edit = { name, label, record, names };
  return {
    label,
    value: isBlank(shown) ? null : <FactEdit {...edit}>{shown}</FactEdit>,
    fill:
      names.length > 0 ? (
        <FactEdit {...edit} isMissing>
          {label}
        </FactEdit>
      ) : undefined,
  };
}

function special(name: string, record: CustomerDetail): ReactNode {
  const { phone, phone_cc, phone2, is_masked, districts } = record;
  const mayCall = !is_masked && !isForbidden(record);
  // The head has the way to call it.
  if (name === "phone" && phone) return formatPhone(phone, phone_cc);
  if (name === "phone2" && phone2 && mayCall)
    return <CustomerCall customer={record} number={{ number: phone2, text: phone2 }} />;
  if (name === "budget_min" && record.budget_min)
    return <BudgetText row={{ ...record, budget_max: record.budget_min }} />;
  if (name === "budget_max" && record.budget_max)
    return <BudgetText row={{ ...record, budget_min: record.budget_max }} />;
  if (name === "agent_id") return record.agent?.name;
  if (name === "referrer_customer_id") return record.referrer?.name;
  if (name === "district_id") return districts.find(({ id }) => id === record.district_id)?.name;
  if (name === "intent_district_ids" && record.intent_district_ids.length)
    return districts
      .filter(({ id }) => record.intent_district_ids.includes(id))
      .map((district) => district.name)
      .join("、");
  if (name === "intent_estate_ids" && record.estates.length) return <EstateLinks estates={record.estates} />;
  return undefined;
}
