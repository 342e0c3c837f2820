import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { t } from "~/app/i18n/t";
import type { Endpoint } from "~/contract/endpoint";
import { Can } from "../can";

const ExportDialog = lazy(() => import("./export-dialog").then((module) => ({ default: module.ExportDialog })));

interface ExportButtonProps {
  /** An endpoint that answers a file; where its query has a `reason`, that is asked for first. */
  call: Endpoint;
  /** The list's filter and sort. */
  query: Record<string, unknown>;
}

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
