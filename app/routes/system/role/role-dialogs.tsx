import { useNavigate } from "@remix-run/react";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { ActForm } from "~/app/blocks/form/act-form";
import type { FormEntry } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { RoleCopy, RoleCreate, type RoleDetail } from "~/contract/system/role";
import type { RoleAction } from "./role-writes";

const newFields: FormEntry<typeof RoleCreate>[] = ["name", "code", "data_scope", "remark"];
const begun = { data_scope: "self", status: "enabled" };
const copyFields: FormEntry<typeof RoleCopy>[] = ["name", "code"];

/** A new role has no permissions yet: its page opens where they are given. */
export function NewRole({ onClose }: { onClose: () => void }) {
  const { run, pending } = useAct<RoleAction>();
  const navigate = useNavigate();
  return (
    <ActForm
      title={t("新增角色")}
      about={t("保存后再设置功能权限。")}
      schema={RoleCreate}
      fields={newFields}
      value={begun}
      draft="role-new"
      pending={pending}
      submitLabel={t("保存")}
      onSubmit={(body, then) => {
        const handlers = then(onClose);
        const onSuccess = (data: { id: number }) => {
          handlers.onSuccess(data);
          navigate(`?id=${data.id}&tab=permission`);
        };
        run("create", { body }, { ...handlers, success: t("已新增"), onSuccess });
      }}
      onClose={onClose}
    />
  );
}

interface RoleDialogProps {
  role: RoleDetail;
  onClose: () => void;
}

export function CopyRole({ role, onClose }: RoleDialogProps) {
  const { run, pending } = useAct<RoleAction>();
  const navigate = useNavigate();
  return (
    <ActForm
      title={t("复制角色")}
      about={t("新角色与“{name}”的权限和数据范围相同，没有成员。", { name: role.name })}
      schema={RoleCopy}
      fields={copyFields}
      value={{ name: t("{name}副本", { name: role.name }), code: `${role.code}_copy`.slice(0, 40) }}
      pending={pending}
      submitLabel={t("复制")}
      onSubmit={(body, then) => {
        const handlers = then(onClose);
        const onSuccess = (data: { id: number }) => {
          handlers.onSuccess(data);
          navigate(`?id=${data.id}`);
        };
        run("copy", { params: { id: role.id }, body }, { ...handlers, success: t("已复制"), onSuccess });
      }}
      onClose={onClose}
    />
  );
}

/** After it the list stands alone; the act says that it has been done. */
export function RemoveRole({ role, onClose }: RoleDialogProps) {
  const { run, pending } = useAct<RoleAction>();
  return (
    <Confirm
      title={t("删除角色")}
      text={t("删除角色“{name}”（{count} 名成员）？删除后不能恢复。", { name: role.name, count: role.member_count })}
      confirmLabel={t("删除")}
      pending={pending}
      onConfirm={() => run("remove", { params: { id: role.id } }, { onError: onClose })}
      onClose={onClose}
    />
  );
}
