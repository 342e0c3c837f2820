import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { districtImport } from "~/contract/region/district";

const ImportDialog = lazyPart(() => import("~/app/features/import/import-dialog"), "ImportDialog");

const query = {};

/** 导入, for the toolbar. */
export function DistrictImportButton({ onDone }: { onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} stroke={1.6} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t("导入")}
      </Button>
      {isOpen ? (
        <ImportDialog
          title={t("导入区域")}
          calls={districtImport}
          query={query}
          onDone={onDone}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
