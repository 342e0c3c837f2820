import { useAct } from "~/app/blocks/feedback/use-act";
import { type FormSection, RecordForm } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import { role as contract, RoleBasics, type RoleDetail } from "~/contract/system/role";

const all: FormSection<typeof RoleBasics>[] = [{ fields: ["name", "status", { name: "remark", isWide: true }] }];
const textsOnly: FormSection<typeof RoleBasics>[] = [{ fields: ["name", { name: "remark", isWide: true }] }];

/** Name, status and remark. The role that may do everything is always in force. */
export function RoleBasicsForm({ role }: { role: RoleDetail }) {
  const { run, pending } = useAct();
  const { status, version } = role;
  return (
    <RecordForm
      form={{
        schema: RoleBasics,
        sections: role.is_fixed ? textsOnly : all,
        value: role,
        extra: { status, version },
        draft: `role:${role.id}`,
        pending,
        onSubmit: (body, then) =>
          run(contract.update, { params: { id: role.id }, body }, { success: t("已保存"), ...then() }),
      }}
    />
  );
}
