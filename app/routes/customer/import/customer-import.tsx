import { IconFileImport } from "@tabler/icons-react";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { ListTool } from "~/app/blocks/list/list-tools";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { customerImport } from "~/contract/customer/customer-import";
import { mayCall } from "~/contract/endpoint";

const CustomerImport = lazyPart(() => import("./customer-import-dialog"), "CustomerImport");

/** 导入, for the toolbar of those who may. */
export function useImportTool(onDone: () => void): ListTool | false {
  if (!mayCall(useProfile(), customerImport.start)) return false;
  return {
    label: t("导入"),
    icon: IconFileImport,
    at: "import",
    dialog: (onClose) => <CustomerImport onDone={onDone} onClose={onClose} />,
  };
}
