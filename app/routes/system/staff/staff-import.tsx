import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";

const StaffImportDialog = lazyPart(() => import("./staff-import-dialog"), "StaffImportDialog");

/** 导入, for the toolbar. */
export function StaffImportButton({ onDone }: { onDone: () => void }) {
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
      {isOpen ? <StaffImportDialog onDone={onDone} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
