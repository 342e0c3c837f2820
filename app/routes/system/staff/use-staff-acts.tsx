import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { t } from "~/app/i18n/t";
import { type StaffRow, staff } from "~/contract/system/staff";
import { AccountDialog, type OpenedAccount } from "./account-dialog";
import { disabling, enabling, kicking, removing } from "./staff-dialogs";

/** The actions on an account, in its list and in its drawer. */
export function useStaffActs() {
  const { open, show, afterQuestion, dialog } = useActs();
  const handover = useAddressDialog("handover");
  const draw = (opened: OpenedAccount) => (onClose: () => void) => <AccountDialog opened={opened} onClose={onClose} />;
  const actionsOf = (row: StaffRow) => {
    const input = { params: { id: row.id } };
    return [
      row.can.edit && show(t("编辑"), draw({ act: "edit", row }), { shortcut: "E" }),
      row.can.reset && show(t("重置密码"), draw({ act: "reset", row })),
      row.can.enable && afterQuestion(staff.enable, input, enabling(row)),
      row.can.kick && afterQuestion(staff.kick, input, kicking(row)),
      row.can.disable && afterQuestion(staff.disable, input, disabling(row), { isDanger: true }),
      row.can.handover && {
        label: t("离职交接"),
        isDanger: true,
        onSelect: () => handover.open("handover", row.id),
      },
      row.can.delete && afterQuestion(staff.remove, input, removing(row), { isDanger: true }),
    ];
  };
  return { add: () => open(draw({ act: "add" })), actionsOf, dialog };
}
