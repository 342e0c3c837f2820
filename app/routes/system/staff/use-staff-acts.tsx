import { useState } from "react";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { t } from "~/app/i18n/t";
import { type StaffRow, staff } from "~/contract/system/staff";
import { AccountDialog, type OpenedAccount } from "./account-dialog";
import { disabling, enabling, kicking, removing } from "./staff-dialogs";

/** The actions on an account, in its list and in its drawer. */
export function useStaffActs() {
  const [account, setAccount] = useState<OpenedAccount>();
  const { confirm, dialog } = useConfirm();
  const handover = useAddressDialog("handover");
  return {
    add: () => setAccount({ act: "add" }),
    actionsOf: (row: StaffRow) => {
      const input = { params: { id: row.id } };
      return [
        row.can.edit && { label: t("编辑"), shortcut: "E", onSelect: () => setAccount({ act: "edit", row }) },
        row.can.reset && { label: t("重置密码"), onSelect: () => setAccount({ act: "reset", row }) },
        row.can.enable && { label: t("启用"), onSelect: () => confirm(staff.enable, input, enabling(row)) },
        row.can.kick && { label: t("强制下线"), onSelect: () => confirm(staff.kick, input, kicking(row)) },
        row.can.disable && {
          label: t("停用"),
          isDanger: true,
          onSelect: () => confirm(staff.disable, input, disabling(row)),
        },
        row.can.handover && {
          label: t("离职交接"),
          isDanger: true,
          onSelect: () => handover.open("handover", row.id),
        },
        row.can.delete && {
          label: t("删除"),
          isDanger: true,
          onSelect: () => confirm(staff.remove, input, removing(row)),
        },
      ];
    },
    dialog: (
      <>
        {account ? <AccountDialog opened={account} onClose={() => setAccount(undefined)} /> : null}
        {dialog}
      </>
    ),
  };
}
