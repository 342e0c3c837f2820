import { useState } from "react";
import { ActForm } from "~/app/blocks/form/act-form";
import type { FormEntry } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import type { CustomerEditAction } from "~/app/routes/customer/page/customer-edit-writes";
import { BlacklistCreate, BlacklistUpdate } from "~/contract/customer/blacklist";
import type { CustomerDetail } from "~/contract/customer/customer-record";

/** His contacts are the record's: the server takes them from there, also where they are shown masked. */
const OfCustomer = BlacklistUpdate.extend({ type: BlacklistCreate.shape.type });

interface BlacklistCustomerProps {
  record: CustomerDetail;
  onClose: () => void;
}

/** Lists a customer's contacts of one type. */
export function BlacklistCustomer({ record, onClose }: BlacklistCustomerProps) {
  const { run, pending } = useAct<CustomerEditAction>();
  const [types] = useState(() => typesOf(record));
  const [fields] = useState<FormEntry<typeof OfCustomer>[]>(() => [
    { name: "type", only: types },
    "reason",
    "effect",
    "expire_at",
    "detail",
    { name: "evidence_ids", media: { scene: "evidence" } },
  ]);
  return (
    <ActForm
      title={t("拉黑客户")}
      about={t("{name}（{no}）客户资料中该类型的全部号码将列入黑名单，立即生效。", {
        name: record.name,
        no: record.customer_no,
      })}
      schema={OfCustomer}
      fields={fields}
      value={{ type: types[0] }}
      pending={pending}
      onSubmit={(body, then) =>
        run(
          "blacklist",
          { body: { ...body, value: null, customer_user_id: null, customer_id: record.id } },
          { success: t("已加入黑名单"), ...then(onClose) },
        )
      }
      onClose={onClose}
    />
  );
}

function typesOf({ phone, phone2, wechat, email, customer_user }: CustomerDetail): string[] {
  const held = { phone: phone ?? phone2, wechat, email, user: customer_user };
  return Object.entries(held).flatMap(([type, value]) => (value ? [type] : []));
}
