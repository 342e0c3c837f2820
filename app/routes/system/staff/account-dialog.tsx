import { useState } from "react";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { RecordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { StaffRow } from "~/contract/system/staff";
import type { Account } from "./first-password";
import { resetForm, staffForm } from "./staff-dialogs";

const FirstPassword = lazyPart(() => import("./first-password"), "FirstPassword");

/** What is open: a new account, or one to change or to give a new password. */
export type OpenedAccount = { act: "add" } | { act: "edit" | "reset"; row: StaffRow };

interface AccountDialogProps {
  opened: OpenedAccount;
  onClose: () => void;
}

/** The form of an account; a new password is shown after it, once. */
export function AccountDialog({ opened, onClose }: AccountDialogProps) {
  const [account, setAccount] = useState<Account>();
  if (account) return <FirstPassword account={account} onClose={onClose} />;
  if (opened.act === "reset") {
    const { row } = opened;
    return (
      <ActDialog
        form={resetForm}
        of={row}
        onDone={({ initial_password: password }) => setAccount({ ...row, password, isNew: false })}
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
