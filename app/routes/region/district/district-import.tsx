import { IconFileImport } from "@tabler/icons-react";
import { DialogButton } from "~/app/blocks/feedback/dialog-button";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { districtImport } from "~/contract/region/district";

const ImportDialog = lazyPart(() => import("~/app/features/import/import-dialog"), "ImportDialog");

const query = {};

/** 导入, for the toolbar. */
export function DistrictImportButton({ onDone }: { onDone: () => void }) {
  const shared = { title: t("导入区域"), calls: districtImport, query, onDone };
  return (
    <DialogButton icon={IconFileImport} label={t("导入")} at="import">
      {(onClose) => <ImportDialog {...shared} onClose={onClose} />}
    </DialogButton>
  );
}
