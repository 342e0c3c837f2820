import { IconFileImport } from "@tabler/icons-react";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { ListTool } from "~/app/blocks/list/list-tools";
import { t } from "~/app/i18n/t";

const StaffImportDialog = lazyPart(() => import("./staff-import-dialog"), "StaffImportDialog");

/** 导入, for the toolbar. */
export const staffImportTool = (onDone: () => void): ListTool => ({
  label: t("导入"),
  icon: IconFileImport,
  at: "import",
  dialog: (onClose) => <StaffImportDialog onDone={onDone} onClose={onClose} />,
});
