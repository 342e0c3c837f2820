import { ActForm } from "~/app/blocks/form/act-form";
import type { FormEntry } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { StaffCreate, type StaffRow, StaffUpdate } from "~/contract/system/staff";
import type { Account } from "./first-password";
import type { StaffAction } from "./staff-writes";

const narrow = { isWide: false };
const facts = [
  { name: "name", ...narrow },
  { name: "email", ...narrow },
  { name: "phone_cc", ...narrow },
  { name: "phone", ...narrow },
  { name: "team_id", ...narrow },
  { name: "role_ids", ...narrow },
  { name: "wecom_userid", ...narrow },
  { name: "customer_cap", ...narrow },
] as const;
const create: FormEntry<typeof StaffCreate>[] = [
  ...facts,
  { name: "password", ...narrow },
  { name: "accept_inquiry", ...narrow },
];
const update: FormEntry<typeof StaffUpdate>[] = [...facts, { name: "accept_inquiry", ...narrow }];
const updateBound: FormEntry<typeof StaffUpdate>[] = [...update, { name: "clear_sso", ...narrow }];

interface StaffFormProps {
  /** Absent: a new one. */
  row?: StaffRow;
  /** Takes the account with the password that is told once. */
  onMade?: (account: Account) => void;
  onClose: () => void;
}

/** The form of a person. A new one keeps no draft: it may hold a password. */
export function StaffForm({ row, onMade, onClose }: StaffFormProps) {
  const { run, pending } = useAct<StaffAction>();
  if (row)
    return (
      <ActForm
        title={t("编辑员工")}
        about={row.name}
        schema={StaffUpdate}
        fields={row.sso_bound ? updateBound : update}
        value={{ ...row, clear_sso: false }}
        extra={{ version: row.version }}
        draft={`staff-edit:${row.id}`}
        pending={pending}
        size="lg"
        onSubmit={(body, then) =>
          run("update", { params: { id: row.id }, body }, { success: t("已保存"), ...then(onClose) })
        }
        onClose={onClose}
      />
    );
  return (
    <ActForm
      title={t("新增员工")}
      about={t("保存后显示登录地址、邮箱和初始密码，请复制给本人；密码只显示一次。")}
      schema={StaffCreate}
      fields={create}
      value={{ phone_cc: "86" }}
      pending={pending}
      size="lg"
      onSubmit={(body, then) => {
        const { onSuccess, onError } = then();
        run(
          "create",
          { body },
          {
            success: t("员工已新增"),
            onError,
            onSuccess: (reply) => {
              onSuccess(reply);
              onMade?.({ name: body.name, email: body.email, password: reply.initial_password, isNew: true });
            },
          },
        );
      }}
      onClose={onClose}
    />
  );
}
