import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Can } from "~/app/blocks/can";
import type { ExportButtonProps } from "~/app/blocks/plugins";
import { t } from "~/app/i18n/t";

const ExportDialog = lazy(() => import("./export-dialog").then((module) => ({ default: module.ExportDialog })));

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
      {isOpen ? (
        <Suspense>
          <ExportDialog call={call} query={query} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </Can>
  );
}
