import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useState } from "react";
import { Can } from "~/app/blocks/can";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { customerImport } from "~/contract/customer/customer-import";

const CustomerImport = lazyPart(() => import("./customer-import-dialog"), "CustomerImport");

/** 导入, for the toolbar. */
export function ImportButton({ onDone }: { onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Can call={customerImport.start}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconFileImport size={16} stroke={1.6} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t("导入")}
      </Button>
      {isOpen ? <CustomerImport onDone={onDone} onClose={() => setIsOpen(false)} /> : null}
    </Can>
  );
}
