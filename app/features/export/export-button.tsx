import { IconDownload } from "@tabler/icons-react";
import { DialogButton } from "~/app/blocks/feedback/dialog-button";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { ExportButtonProps } from "~/app/blocks/plugins";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";

const ExportDialog = lazyPart(() => import("./export-dialog"), "ExportDialog");

/** 导出: what the present filter finds, as a file, after the reason; with the progress of the transfer, and a way to stop it. */
export function ExportButton({ call, query }: ExportButtonProps) {
  if (!mayCall(useProfile(), call)) return null;
  return (
    <DialogButton icon={IconDownload} label={t("导出")}>
      {(onClose) => <ExportDialog call={call} query={query} onClose={onClose} />}
    </DialogButton>
  );
}
