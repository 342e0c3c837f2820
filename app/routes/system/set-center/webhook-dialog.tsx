import { useState } from "react";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { ActForm } from "~/app/blocks/form/act-form";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormEntry, FormSection } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { WebhookCreate, type WebhookRow, WebhookUpdate } from "~/contract/system/webhook";
import { WebhookLogs } from "./webhook-logs";
import { WebhookTest } from "./webhook-test";
import type { WebhookAction, WebhookAsked } from "./webhook-writes";

const create: FormEntry<typeof WebhookCreate>[] = [
  "name",
  "provider",
  "url",
  { name: "secret", when: ({ provider }) => provider === "custom" },
  "events",
];

interface Props {
  onClose: () => void;
}

/** What the list of webhooks opens. */
export function WebhookDialog({ asked, onClose }: Props & { asked: WebhookAsked }) {
  if (asked.act === "add") return <Add onClose={onClose} />;
  if (asked.act === "edit") return <Edit row={asked.row} onClose={onClose} />;
  if (asked.act === "remove") return <Remove row={asked.row} onClose={onClose} />;
  if (asked.act === "logs") return <WebhookLogs row={asked.row} onClose={onClose} />;
  return <WebhookTest row={asked.row} onClose={onClose} />;
}

function Add({ onClose }: Props) {
  const { run, pending } = useAct<WebhookAction>();
  return (
    <ActForm
      title={t("新增Webhook")}
      about={t("保存后立即生效，只收到之后发生的事件。")}
      schema={WebhookCreate}
      fields={create}
      submitLabel={t("保存")}
      pending={pending}
      onSubmit={(body, then) => run("createWebhook", { body }, { success: t("已新增Webhook"), ...then(onClose) })}
      onClose={onClose}
    />
  );
}

function Edit({ row, onClose }: Props & { row: WebhookRow }) {
  const { run, pending } = useAct<WebhookAction>();
  const { id, name, provider, url, events, version } = row;
  const [sections] = useState<FormSection<typeof WebhookUpdate>[]>(() => [
    {
      fields: [
        { name: "name", isWide: true },
        { name: "url", isWide: true },
        { name: "secret", isWide: true, when: () => provider === "custom" },
        { name: "events", isWide: true },
      ],
    },
  ]);
  const [value] = useState(() => ({ name, events }));
  return (
    <Dialog title={t("编辑Webhook")} onClose={onClose}>
      <p>{t("当前地址：{url}", { url })}</p>
      <LazyRecordForm
        schema={WebhookUpdate}
        sections={sections}
        value={value}
        extra={{ version }}
        isInDialog
        pending={pending}
        submitLabel={t("保存")}
        onSubmit={(body, then) =>
          run("updateWebhook", { params: { id }, body }, { success: t("已保存"), ...then(onClose) })
        }
        onCancel={onClose}
      />
    </Dialog>
  );
}

function Remove({ row: { id, name }, onClose }: Props & { row: WebhookRow }) {
  const { run, pending } = useAct<WebhookAction>();
  return (
    <Confirm
      title={t("删除Webhook")}
      text={t("Webhook“{name}”将被删除，它的发送日志一并删除，未发出的事件不再发送。", { name })}
      confirmLabel={t("删除")}
      pending={pending}
      onConfirm={() =>
        run("removeWebhook", { params: { id } }, { success: t("已删除"), onSuccess: onClose, onError: onClose })
      }
      onClose={onClose}
    />
  );
}
