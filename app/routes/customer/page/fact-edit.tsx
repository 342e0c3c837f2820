import { IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { EditCell } from "~/app/blocks/list/row/edit-cell";
import { t } from "~/app/i18n/t";
import { EditStanding, EditTags } from "~/app/routes/customer/quick-cells";
import { type CustomerDetail, contactFields, wishFields } from "~/contract/customer/customer-record";
import type { Profile } from "~/contract/personal/user";
import { hasSeveral } from "./requirements-link";

const FactForm = lazyPart(() => import("./fact-form"), "FactForm");

const together: readonly (readonly string[])[] = [
  ["country_code", "district_id"],
  ["phone_cc", "phone"],
  ["intent_country_codes", "intent_district_ids"],
  ["budget_min", "budget_max", "budget_currency"],
  ["source", "source_detail"],
];

const busy = ["phone2", "intent_estate_ids"];

export function editedWith(name: string, record: CustomerDetail, viewer: Profile): readonly string[] {
  const { owner, can } = record;
  const isContact = contactFields.some((one) => one === name);
  const isElsewhere = hasSeveral(record) && wishFields.some((one) => one === name);
  if (!can.edit || isElsewhere || name === "lost_reason" || (isContact && owner?.id !== viewer.id)) return [];
  const leads = viewer.data_scope === "team" || viewer.data_scope === "all";
  const group = together.find((names) => names.includes(name)) ?? [name];
  const names = leads ? group : group.filter((one) => one !== "source");
  return names.includes(name) ? names : [];
}

interface FactEditProps {
  name: string;
  label: string;
  record: CustomerDetail;
  names: readonly string[];
  isMissing?: boolean;
  children: ReactNode;
}

export function FactEdit({ name, label, record, names, isMissing = false, children }: FactEditProps) {
  if (names.length === 0) return children;
  if (name === "level" || name === "stage") return <EditStanding row={record}>{children}</EditStanding>;
  if (name === "tags") return <EditTags row={record}>{children}</EditTags>;
  const cell = (shown: ReactNode, isButton = false) => (
    <EditCell
      isButton={isButton}
      label={t("修改{label}", { label })}
      form={(close) => <FactForm record={record} names={names} onClose={close} />}
    >
      {shown}
    </EditCell>
  );
  if (isMissing || !busy.includes(name)) return cell(children);
  return (
    <>
      {children} {cell(<IconPencil size={14} aria-hidden style={{ verticalAlign: "-2px" }} />, true)}
    </>
  );
}
