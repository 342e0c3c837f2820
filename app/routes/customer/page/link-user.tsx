import { useState } from "react";
import { z } from "zod";
import { useAct } from "~/app/blocks/feedback/use-act";
import { ActForm } from "~/app/blocks/form/act/act-form";
import { t } from "~/app/i18n/t";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { customerUser } from "~/contract/customer/customer-user";
import { reference } from "~/contract/field";

const LinkForm = z.object({ customer_user_id: reference("注册用户", "customer_users") });

export function LinkUser({ record, onClose }: { record: CustomerDetail; onClose: () => void }) {
  const { run, pending } = useAct();
  const { id, name, customer_no } = record;
  const [fields] = useState(() => ["customer_user_id"] as const);
  return (
    <ActForm
      title={t("关联注册用户")}
      about={t("客户：{names}", { names: `${name}（${customer_no}）` })}
      form={{
        schema: LinkForm,
        fields,
        pending,
        submitLabel: t("关联"),
        onSubmit: ({ customer_user_id }, then) =>
          run(
            customerUser.link,
            { params: { id: customer_user_id }, body: { customer_id: id } },
            { success: t("已关联注册用户"), ...then(onClose) },
          ),
      }}
      onClose={onClose}
    />
  );
}
