import { Confirm } from "~/app/blocks/feedback/confirm";
import { ActForm } from "~/app/blocks/form/act-form";
import type { FormEntry } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { BlacklistUpdate } from "~/contract/customer/blacklist";
import {
  CustomerUserDisable,
  CustomerUserEnable,
  CustomerUserLink,
  type CustomerUserRow,
} from "~/contract/customer/customer-user";
import type { CustomerUserAction } from "./customer-user-writes";

export type AskedAct = "disable" | "enable" | "link" | "unlink" | "block";

const blockFields: FormEntry<typeof BlacklistUpdate>[] = [
  "reason",
  "effect",
  "expire_at",
  "detail",
  { name: "evidence_ids", media: { scene: "evidence" } },
];

interface CustomerUserDialogProps {
  act: AskedAct;
  row: CustomerUserRow;
  onClose: () => void;
}

/** Asks for what an act on a registered user needs, and does it. */
export function CustomerUserDialog({ act, row, onClose }: CustomerUserDialogProps) {
  const { run, pending } = useAct<CustomerUserAction>();
  const params = { id: row.id };
  const frame = { about: t("注册用户：{name}（{no}）", { name: row.name, no: row.user_no }), pending, onClose };
  switch (act) {
    case "disable":
      return (
        <ActForm
          {...frame}
          title={t("禁用注册用户")}
          schema={CustomerUserDisable}
          fields={["reason"]}
          onSubmit={(body, then) => run("disable", { params, body }, { success: t("已禁用"), ...then(onClose) })}
        />
      );
    case "enable":
      return (
        <ActForm
          {...frame}
          title={t("启用注册用户")}
          schema={CustomerUserEnable}
          fields={["reason"]}
          onSubmit={(body, then) => run("enable", { params, body }, { success: t("已启用"), ...then(onClose) })}
        />
      );
    case "link":
      return (
        <ActForm
          {...frame}
          title={t("关联客户")}
          schema={CustomerUserLink}
          fields={["customer_id"]}
          onSubmit={(body, then) => run("link", { params, body }, { success: t("已关联客户"), ...then(onClose) })}
        />
      );
    case "unlink":
      return <Unlink row={row} onClose={onClose} />;
    case "block":
      return (
        <ActForm
          {...frame}
          title={t("拉黑")}
          schema={BlacklistUpdate}
          fields={blockFields}
          onSubmit={(body, then) =>
            run(
              "block",
              { body: { ...body, type: "user", value: null, customer_id: null, customer_user_id: row.id } },
              { success: t("已加入黑名单"), ...then(onClose) },
            )
          }
        />
      );
  }
}

function Unlink({ row: { id, name, customer }, onClose }: Omit<CustomerUserDialogProps, "act">) {
  const { run, pending } = useAct<CustomerUserAction>();
  if (!customer) return null;
  return (
    <Confirm
      title={t("取消关联")}
      text={t("确定取消注册用户{name}与客户{customer}的关联？", { name, customer: customer.name })}
      confirmLabel={t("取消关联")}
      pending={pending}
      onConfirm={() =>
        run(
          "unlink",
          { params: { id }, body: { customer_id: customer.id } },
          { success: t("已取消关联"), onSuccess: onClose },
        )
      }
      onClose={onClose}
    />
  );
}
