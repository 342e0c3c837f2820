import { Box, Button, Group, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Empty } from "~/app/blocks/feedback/states";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import type { RowAction } from "~/app/blocks/row-action";
import { t } from "~/app/i18n/t";
import { WebhookRow, webhook, webhookEvents } from "~/contract/system/webhook";
import { SettingList } from "./setting-list";

const WebhookDialog = lazyPart(() => import("./webhook-dialog"), "WebhookDialog");
const WebhookTest = lazyPart(() => import("./webhook-test"), "WebhookTest");
const WebhookLogs = lazyPart(() => import("./webhook-logs"), "WebhookLogs");

const columns = columnsOf(WebhookRow, [
  { key: "name", width: 110 },
  { ...tagged(WebhookRow, "provider"), width: 130 },
  { key: "url", width: 180, render: ({ url }) => url.replace("https://", "") || "–" },
  { key: "events", width: 120, render: eventsOf },
  { ...tagged(WebhookRow, "status", { enabled: "green" }), width: 70 },
  "last_sent_at",
  { key: "last_status_code", width: 96, render: codeOf },
  { key: "fail_count", width: 80 },
]);
const card = {
  tags: ["provider", "status"],
  text: "url",
  facts: ["events", "last_status_code", "fail_count"],
  time: "last_sent_at",
};
const nameOf = ({ name }: WebhookRow) => name;

export function WebhookTab({ rows }: { rows: WebhookRow[] }) {
  const { open, show, atOnce, remove, dialog } = useActs();
  const actionsOf = (row: WebhookRow): RowAction[] => {
    const { name, status } = row;
    const input = { params: { id: row.id } };
    return [
      show(t("测试发送"), (onClose) => <WebhookTest row={row} onClose={onClose} />),
      show(t("日志"), (onClose) => <WebhookLogs row={row} onClose={onClose} />),
      show(t("编辑"), (onClose) => <WebhookDialog row={row} onClose={onClose} />),
      status === "enabled"
        ? atOnce(t("停用"), webhook.disable, input, { success: t("已停用{name}", { name }) })
        : atOnce(t("启用"), webhook.enable, input, { success: t("已启用{name}", { name }) }),
      remove(
        webhook.remove,
        input,
        t("Webhook“{name}”将被删除，它的发送日志一并删除，未发出的事件不再发送。", { name }),
        { closesOnError: true },
      ),
    ];
  };
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => open((onClose) => <WebhookDialog row={undefined} onClose={onClose} />)}
    >
      {t("新增Webhook")}
    </Button>
  );
  return (
    <Box component="section" mt={28} aria-label="Webhook">
      <Group justify="space-between" wrap="nowrap" gap={12} mb={4}>
        <Text component="h2" fz={16} fw={600}>
          Webhook
        </Text>
        {add}
      </Group>
      <Text c="dimmed" fz={13} mb={12}>
        {t("发出的内容中，客户姓名和联系方式已隐藏；连续20次发送失败后自动停用。")}
      </Text>
      <SettingList
        rows={rows}
        columns={columns}
        card={card}
        nameOf={nameOf}
        actionsOf={actionsOf}
        empty={<Empty title={t("还没有Webhook，新增后事件会发到群里或其他系统")} />}
      />
      {dialog}
    </Box>
  );
}

/** The first of them, and how many: all stand in the form. */
function eventsOf({ events }: WebhookRow): string {
  const [first = ""] = events;
  const name = t(webhookEvents[first as keyof typeof webhookEvents] ?? first);
  return events.length > 1 ? t("{name} 等{count}项", { name, count: events.length }) : name;
}

function codeOf({ last_sent_at, last_status_code }: WebhookRow): string {
  if (last_sent_at === null) return "–";
  return last_status_code === null ? t("无应答") : String(last_status_code);
}
