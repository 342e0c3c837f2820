import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Can } from "~/app/blocks/can";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { ExportButtonProps } from "~/app/blocks/plugins";
import { t } from "~/app/i18n/t";

const ExportDialog = lazyPart(() => import("./export-dialog"), "ExportDialog");

/** 导出: what the present filter finds, as a file, after the reason; with the progress of the transfer, and a way to stop it. */
export function ExportButton({ call, query }: ExportButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Can call={call}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t("导出")}
      </Button>
      {isOpen ? <ExportDialog call={call} query={query} onClose={() => setIsOpen(false)} /> : null}
    </Can>
  );
}
