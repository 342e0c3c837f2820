import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { DesktopOnly } from "~/app/blocks/feedback/desktop-only";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { RecordDialog, type RecordDialogOf } from "~/app/blocks/form/record-dialog";
import type { Editable, FormEndpoint } from "~/app/blocks/form/use-record-form";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useRecordDialog } from "~/app/features/records/use-record-dialog";
import { t } from "~/app/i18n/t";

const Dialog = lazyPart(() => import("~/app/blocks/feedback/dialog"), "Dialog");

/**
 * `useRecordDialog` for desktop-only forms (domain D.0); the phone says so instead. With `copyOf` a new one may start as a copy of another
 * (`?copy=7`).
 */
export function useDesktopDialog<C extends FormEndpoint, U extends FormEndpoint, R extends Editable & { id: number }>(
  form: RecordDialogOf<C, U, R>,
  record: R | undefined,
  copyOf?: (record: R) => FormValues,
) {
  const shown = useRecordDialog(form, record);
  const isPhone = useIsPhone();
  const { opened, open, close } = useAddressDialog("add", "edit", "copy");
  const { pathname } = useLocation();
  const isCopy = opened === "copy" && record !== undefined && copyOf !== undefined;
  const dialog: ReactNode = isCopy ? (
    <RecordDialog key={`copy-${record.id}`} form={form} record={undefined} begin={copyOf(record)} onClose={close} />
  ) : (
    shown.dialog
  );
  return {
    ...shown,
    copy: (id: number) => ({ label: t("复制"), onSelect: () => open("copy", id) }),
    dialog:
      isPhone && dialog ? (
        <Dialog title={t((opened === "edit" ? form.update : form.create).summary)} onClose={close}>
          <DesktopOnly backTo={pathname} />
        </Dialog>
      ) : (
        dialog
      ),
  };
}
