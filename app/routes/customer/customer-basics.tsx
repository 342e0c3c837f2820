import { Button, CopyButton, Group } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconCheck, IconCopy, IconPencil, IconPhone } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { LazyRecordForm } from "~/app/blocks/lazy-record-form";
import type { FormSection } from "~/app/blocks/record-form";
import { fieldOf } from "~/app/blocks/schema-fields";
import { useAct } from "~/app/blocks/use-act";
import { isBlank, Value } from "~/app/blocks/value";
import { t } from "~/app/i18n/t";
import { type CustomerDetail, CustomerUpdate, contactFields, manualStages } from "~/contract/customer-record";
import classes from "./customer-basics.module.css";
import { BudgetText } from "./customer-tags";
import type { CustomerEditAction } from "./customer-writes";

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
      "district_id",
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
      "intent_district_ids",
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

/** The first tab: what is known of a customer, and the form to change it (`?edit=1`). */
export function CustomerBasics({ record }: { record: CustomerDetail }) {
  const [search, setSearch] = useSearchParams();
  const { run, pending } = useAct<CustomerEditAction>();
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
    return <Facts record={record} onEdit={record.can.edit ? () => setEditing(true) : undefined} />;
  return (
    <LazyRecordForm
      schema={CustomerUpdate}
      sections={record.is_masked ? maskedSections : ownSections}
      value={record}
      extra={{ version: record.version }}
      draft={`customer-edit:${record.id}`}
      pending={pending}
      onSubmit={(body, then) =>
        run("update", { params: { id: record.id }, body }, { success: t("已保存"), ...then(() => setEditing(false)) })
      }
      onCancel={() => setEditing(false)}
    />
  );
}

function Facts({ record, onEdit }: { record: CustomerDetail; onEdit?: () => void }) {
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
            {title === contacts.title && record.is_masked ? <small>{t("非本人客户，号码已隐藏")}</small> : null}
          </h2>
          <dl className={classes.list}>
            {fields.map((entry) => {
              const field = fieldOf(CustomerUpdate, typeof entry === "string" ? entry : entry.name);
              const value = record[field.name as keyof CustomerDetail];
              if (field.name === "lost_reason" && !value) return null;
              return (
                <div key={field.name} className={classes.fact}>
                  <dt>{t(field.label)}</dt>
                  <dd>
                    {special(field.name, record) ?? (isBlank(value) ? "–" : <Value field={field} value={value} />)}
                  </dd>
                </div>
              );
            })}
          </dl>
        </section>
      ))}
    </div>
  );
}

/** Fields that are more than a word: a number to call, a name to copy, districts by name. */
function special(name: string, record: CustomerDetail): ReactNode {
  const { phone, phone_cc, phone2, wechat, is_masked, districts } = record;
  if (name === "phone" && phone && !is_masked)
    return <Phone number={phone_cc ? `+${phone_cc}${phone}` : phone} text={phone} />;
  if (name === "phone2" && phone2 && !is_masked) return <Phone number={phone2} text={phone2} />;
  if (name === "wechat" && wechat && !is_masked) return <Copied text={wechat} />;
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
  return undefined;
}

function Phone({ number, text }: { number: string; text: string }) {
  return (
    <a
      className={classes.link}
      href={`tel:${number.replace(/[^\d+]/g, "")}`}
      aria-label={t("拨打{number}", { number: text })}
    >
      <IconPhone size={14} aria-hidden style={{ verticalAlign: "-2px" }} /> {text}
    </a>
  );
}

function Copied({ text }: { text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Group gap={6} component="span">
          {text}
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={copy}
            aria-label={t("复制{text}", { text })}
            leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          >
            {copied ? t("已复制") : t("复制")}
          </Button>
        </Group>
      )}
    </CopyButton>
  );
}
