import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { RecordDialog, type RecordDialogOf } from "~/app/blocks/form/record-dialog";
import type { Editable, FormEndpoint } from "~/app/blocks/form/use-record-form";
import { CreateButton } from "~/app/blocks/list/create-button";
import { t } from "~/app/i18n/t";

/** The records of a list in a dialog of the address (`?add=1`, `?edit=7`): its button and row act, and the dialog while it is open. */
export function useRecordDialog<C extends FormEndpoint, U extends FormEndpoint, R extends Editable & { id: number }>(
  form: RecordDialogOf<C, U, R>,
  record: R | undefined,
) {
  const { opened, open, close } = useAddressDialog("add", "edit");
  const edited = opened === "edit" ? record : undefined;
  return {
    add: <CreateButton onClick={() => open("add")} />,
    edit: (id: number) => ({
      label: t("编辑"),
      shortcut: "E",
      opens: "row" as const,
      onSelect: () => open("edit", id),
    }),
    dialog:
      edited || opened === "add" ? <RecordDialog key={edited?.id} form={form} record={edited} onClose={close} /> : null,
  };
}
