import { useLocation } from "@remix-run/react";
import { DesktopOnly } from "~/app/blocks/feedback/desktop-only";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { RecordDialog, type RecordDialogOf } from "~/app/blocks/form/record-dialog";
import type { Editable, FormEndpoint } from "~/app/blocks/form/use-record-form";
import { lazyPart } from "~/app/blocks/lazy-part";
import { CreateButton } from "~/app/blocks/list/create-button";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";

const Dialog = lazyPart(() => import("~/app/blocks/feedback/dialog"), "Dialog");

export interface RecordDialogOptions<R> {
  /** A form that is filled in on the desktop only (domain D.0): the phone says so instead. */
  isForDesktop?: boolean | undefined;
  copyOf?: ((record: R) => FormValues) | undefined;
}

export function useRecordDialog<C extends FormEndpoint, U extends FormEndpoint, R extends Editable & { id: number }>(
  form: RecordDialogOf<C, U, R>,
  record: R | undefined,
  { isForDesktop = false, copyOf }: RecordDialogOptions<R> = {},
) {
  const { opened, open, close } = useAddressDialog("add", "edit", "copy");
  const isTooSmall = useIsPhone() && isForDesktop;
  const { pathname } = useLocation();
  const edited = opened === "edit" ? record : undefined;
  const copied = opened === "copy" && copyOf ? record : undefined;
  const title = t((edited ? form.update : form.create).summary);
  return {
    add: <CreateButton onClick={() => open("add")} />,
    edit: (id: number) => ({
      label: t("编辑"),
      shortcut: "E",
      opens: "row" as const,
      onSelect: () => open("edit", id),
    }),
    copy: (id: number) => ({ label: t("复制"), onSelect: () => open("copy", id) }),
    dialog: !(edited || copied || opened === "add") ? null : isTooSmall ? (
      <Dialog title={title} onClose={close}>
        <DesktopOnly backTo={pathname} />
      </Dialog>
    ) : (
      <RecordDialog
        key={copied ? `copy-${copied.id}` : edited?.id}
        form={form}
        record={edited}
        begin={copied && copyOf?.(copied)}
        onClose={close}
      />
    ),
  };
}
