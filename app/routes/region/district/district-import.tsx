import { IconFileImport } from "@tabler/icons-react";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { ListTool } from "~/app/blocks/list/list-tools";
import { t } from "~/app/i18n/t";
import { districtImport } from "~/contract/region/district";

const ImportDialog = lazyPart(() => import("~/app/features/import/import-dialog"), "ImportDialog");

const query = {};

/** 导入, for the toolbar. */
export const districtImportTool = (onDone: () => void): ListTool => ({
  label: t("导入"),
  icon: IconFileImport,
  at: "import",
  dialog: (onClose) => <ImportDialog title={t("导入区域")} calls={districtImport} {...{ query, onDone, onClose }} />,
});
