import { IconFileImport } from "@tabler/icons-react";
import { DialogButton } from "~/app/blocks/feedback/dialog-button";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { customerImport } from "~/contract/customer/customer-import";
import { mayCall } from "~/contract/endpoint";

const CustomerImport = lazyPart(() => import("./customer-import-dialog"), "CustomerImport");

/** 导入, for the toolbar. */
export function ImportButton({ onDone }: { onDone: () => void }) {
  if (!mayCall(useProfile(), customerImport.start)) return null;
  return (
    <DialogButton icon={IconFileImport} label={t("导入")} at="import">
      {(onClose) => <CustomerImport onDone={onDone} onClose={onClose} />}
    </DialogButton>
  );
}
