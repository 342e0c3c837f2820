import { IconFileImport } from "@tabler/icons-react";
import { DialogButton } from "~/app/blocks/feedback/dialog-button";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";

const StaffImportDialog = lazyPart(() => import("./staff-import-dialog"), "StaffImportDialog");

/** 导入, for the toolbar. */
export function StaffImportButton({ onDone }: { onDone: () => void }) {
  return (
    <DialogButton icon={IconFileImport} label={t("导入")} at="import">
      {(onClose) => <StaffImportDialog onDone={onDone} onClose={onClose} />}
    </DialogButton>
  );
}
