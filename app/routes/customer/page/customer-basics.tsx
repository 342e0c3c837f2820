import { Button, Group } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconPencil } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { FactList } from "~/app/blocks/detail/fact-list";
import { isBlank, Value } from "~/app/blocks/detail/value";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection } from "~/app/blocks/form/record-form";
import { fieldOf } from "~/app/blocks/form/schema-fields";
import { useAct } from "~/app/blocks/form/use-act";
import { lazyPart } from "~/app/blocks/lazy-part";
import { CopyText, PhoneLink } from "~/app/features/contacts/contacts";
import { BudgetText } from "~/app/features/customer/customer-tags";
import { t } from "~/app/i18n/t";
import { EstateLinks } from "~/app/routes/customer/estate-links";
import { useCollision } from "~/app/routes/customer/use-collision";
import { customer } from "~/contract/customer/customer";
import { type CustomerDetail, CustomerUpdate, contactFields, manualStages } from "~/contract/customer/customer-record";
import classes from "./customer-basics.module.css";
import { isForbidden } from "./forbidden-banner";
import type { RevealedContacts } from "./reveal-customer";

const RevealCustomer = lazyPart(() => import("./reveal-customer"), "RevealCustomer");

type Sections = FormSection<typeof CustomerUpdate>[];

const contacts = { title: "联系方式", fields: contactFields };
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
  {
    title: "购房意向",
    fields: [
      "purposes",
      "intent_country_codes",
      { name: "intent_district_ids", within: "intent_country_codes" },
      { name: "intent_estate_ids", within: "intent_country_codes" },
      "budget_min",
      "budget_max",
      "budget_currency",
      "loan_need",
    ],
  },
  { title: "来源与备注", fields: ["source", "source_detail", "referrer_customer_id", "tags", "remark"] },
];
const ownSections: Sections = [...basics, contacts, ...others];
/** Contacts of somebody else's customer are masked: they cannot be edited and do not go back. */
const maskedSections: Sections = [...basics, ...others];

interface CustomerBasicsProps {
  record: CustomerDetail;
  /** The full numbers of somebody else's customer, for as long as the page stands. */
  revealed?: RevealedContacts;
  onRevealed: (contacts: RevealedContacts) => void;
}

/** The first tab: what is known of a customer, and the form to change it (`?edit=1`). */
export function CustomerBasics({ record, revealed, onRevealed }: CustomerBasicsProps) {
  const [search, setSearch] = useSearchParams();
  const { run, pending } = useAct();
  const { notice, dialog, onLeave, withCollision } = useCollision({ exceptId: record.id, pending });
  const setEditing = (isEditing: boolean) =>
    setSearch(
      (now) => {
        if (isEditing) now.set("edit", "1");
        else now.delete("edit");
        return now;
      },
      { replace: !isEditing, preventScrollReset: true },
    );
  if (!record.can.edit || search.get("edit") !== "1")
    return (
      <Facts
        record={revealed ? { ...record, ...revealed, is_masked: false } : record}
        onEdit={record.can.edit ? () => setEditing(true) : undefined}
        onRevealed={onRevealed}
      />
    );
  return (
    <>
      <LazyRecordForm
        form={{
          schema: CustomerUpdate,
          sections: record.is_masked ? maskedSections : ownSections,
          value: record,
          extra: { version: record.version },
          draft: `customer-edit:${record.id}`,
          pending,
          onSubmit: (body, then) =>
            run(
              customer.update,
              { params: { id: record.id }, body },
              { success: t("已保存"), ...withCollision(then(() => setEditing(false))) },
            ),
        }}
        notice={notice}
        onLeave={onLeave}
        onCancel={() => setEditing(false)}
      />
      {dialog}
    </>
  );
}

interface FactsProps extends Omit<CustomerBasicsProps, "revealed"> {
  onEdit?: () => void;
}

function Facts({ record, onEdit, onRevealed }: FactsProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={classes.facts}>
      {onEdit ? (
        <Button
          variant="default"
          size="sm"
          className={classes.edit}
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={onEdit}
        >
          {t("编辑")}
        </Button>
      ) : null}
      {ownSections.map(({ title, fields }) => (
        <section key={title}>
          <h2 className={classes.title}>
            {t(title ?? "")}
            {title === contacts.title && record.is_masked ? (
              <small>
                {t("非本人客户，号码已隐藏")}
                {record.can.reveal ? (
                  <Button variant="subtle" size="compact-xs" onClick={() => setIsAsking(true)}>
                    {t("查看完整号码")}
                  </Button>
                ) : null}
              </small>
            ) : null}
          </h2>
          <FactList facts={fields.map((entry) => factOf(typeof entry === "string" ? entry : entry.name, record))} />
        </section>
      ))}
      {isAsking ? <RevealCustomer record={record} onRevealed={onRevealed} onClose={() => setIsAsking(false)} /> : null}
    </div>
  );
}

function factOf(name: string, record: CustomerDetail) {
  const field = fieldOf(CustomerUpdate, name);
  const value = record[name as keyof CustomerDetail];
  if (name === "lost_reason" && !value) return false;
  return {
    label: t(field.label),
    value: special(name, record) ?? (isBlank(value) ? null : <Value field={field} value={value} />),
  };
}

/** Fields that are more than a word: a number to call, a name to copy, districts by name. */
function special(name: string, record: CustomerDetail): ReactNode {
  const { phone, phone_cc, phone2, wechat, is_masked, districts } = record;
  const mayCall = !is_masked && !isForbidden(record);
  if (name === "phone" && phone && mayCall)
    return <PhoneLink number={phone_cc ? `+${phone_cc}${phone}` : phone} text={phone} />;
  if (name === "phone2" && phone2 && mayCall) return <PhoneLink number={phone2} text={phone2} />;
  if (name === "wechat" && wechat && !is_masked)
    return (
      <Group gap={6} component="span">
        {wechat}
        <CopyText text={wechat} />
      </Group>
    );
  if (name === "budget_min" && record.budget_min)
    return <BudgetText row={{ ...record, budget_max: record.budget_min }} />;
  if (name === "budget_max" && record.budget_max)
    return <BudgetText row={{ ...record, budget_min: record.budget_max }} />;
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
