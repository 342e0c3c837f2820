import { RecordDialog, recordDialog } from "~/app/blocks/form/record-dialog";
import { t } from "~/app/i18n/t";
import { type WebhookRow, webhook } from "~/contract/system/webhook";

const form = recordDialog({
  create: webhook.create,
  update: webhook.update,
  size: "md",
  about: (row?: WebhookRow) =>
    row ? t("当前地址：{url}", { url: row.url }) : t("保存后立即生效，只收到之后发生的事件。"),
  // The stored address and secret are never shown: what is left empty stays.
  values: ({ name, events }) => ({ name, events }),
  sections: (row) => {
    const secret = { name: "secret" as const };
    return row
      ? [{ fields: ["name", "url", { ...secret, when: () => row.provider === "custom" }, "events"] }]
      : [
          {
            fields: ["name", "provider", "url", { ...secret, when: ({ provider }) => provider === "custom" }, "events"],
          },
        ];
  },
  success: (row) => (row ? t("已保存") : t("已新增Webhook")),
  submitLabel: "保存",
});

interface WebhookDialogProps {
  /** Absent for a new one. */
  row: WebhookRow | undefined;
  onClose: () => void;
}

export const WebhookDialog = ({ row, onClose }: WebhookDialogProps) => (
  <RecordDialog form={form} record={row} onClose={onClose} />
);
