import { IconFileImport } from "@tabler/icons-react";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { ListTool } from "~/app/blocks/list/list-tools";
import { t } from "~/app/i18n/t";
import type { ImportCalls } from "./use-import";

const ImportDialog = lazyPart(() => import("./import-dialog"), "ImportDialog");

const query = {};

/** The tool of a list whose rows come from a sheet, too. */
export const importTool = (title: string, calls: ImportCalls, onDone: () => void): ListTool => ({
  label: t("导入"),
  icon: IconFileImport,
  at: "import",
  dialog: (onClose) => <ImportDialog {...{ title, calls, query, onDone, onClose }} />,
});
