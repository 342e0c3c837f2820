import { useState } from "react";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { RecordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { type StaffRow, staff } from "~/contract/system/staff";
import type { Account } from "./first-password";
import { disabling, enabling, kicking, removing, resetForm, staffForm } from "./staff-dialogs";

const FirstPassword = lazyPart(() => import("./first-password"), "FirstPassword");

export function useStaffActs() {
  const { open, show, afterQuestion, disable, remove, dialog } = useActs();
  const handover = useAddressDialog("handover");
  const draw = (opened: OpenedAccount) => (onClose: () => void) => <AccountDialog opened={opened} onClose={onClose} />;
  const actionsOf = (row: StaffRow) => {
    const input = { params: { id: row.id } };
    return [
      row.can.edit && show(t("编辑"), draw({ act: "edit", row }), { shortcut: "E" }),
      row.can.reset && show(t("重置密码"), draw({ act: "reset", row })),
      row.can.enable && afterQuestion(staff.enable, input, enabling(row)),
      row.can.kick && afterQuestion(staff.kick, input, kicking(row)),
      row.can.disable && disable(staff.disable, input, disabling(row), {}, { isDanger: true }),
      row.can.handover && {
        label: t("离职交接"),
        isDanger: true,
        onSelect: () => handover.open("handover", row.id),
      },
      row.can.delete && remove(staff.remove, input, removing(row)),
    ];
  };
  return { add: () => open(draw({ act: "add" })), actionsOf, dialog };
}

type OpenedAccount = { act: "add" } | { act: "edit" | "reset"; row: StaffRow };

function AccountDialog({ opened, onClose }: { opened: OpenedAccount; onClose: () => void }) {
  const [account, setAccount] = useState<Account>();
  if (account) return <FirstPassword account={account} onClose={onClose} />;
  if (opened.act === "reset") {
    const { row } = opened;
    return (
      <ActDialog
        form={resetForm}
        of={row}
        onDone={({ initial_password: password }) =>
          setAccount({ name: row.name, email: row.email ?? "", password, isNew: false })
        }
        onClose={onClose}
      />
    );
  }
  return (
    <RecordDialog
      form={staffForm}
      record={opened.act === "edit" ? opened.row : undefined}
      onCreated={({ initial_password: password }, { name, email }) =>
        setAccount({ name, email, password, isNew: true })
      }
      onClose={onClose}
    />
  );
}
