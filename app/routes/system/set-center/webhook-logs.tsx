import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { useCallback, useState } from "react";
import { toast } from "~/app/api/toast";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { useCall } from "~/app/blocks/detail/use-async";
import { BlockedHint } from "~/app/blocks/feedback/blocked-hint";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { Empty } from "~/app/blocks/feedback/states";
import { useAct } from "~/app/blocks/feedback/use-act";
import { Waiting } from "~/app/blocks/feedback/waiting";
import { ListPager } from "~/app/blocks/list/list-pager";
import { t } from "~/app/i18n/t";
import { metaOf } from "~/contract/field";
import { WebhookLogRow, type WebhookRow, webhook } from "~/contract/system/webhook";

export function WebhookLogs({ row, onClose }: { row: WebhookRow; onClose: () => void }) {
  const { id, name } = row;
  const { shown, hasFailed, go, again } = useWebhookLogs(id);
  const { run } = useAct();
  const sendAgain = (log_id: number) =>
    run(
      webhook.again,
      { params: { id, log_id } },
      {
        onSuccess: (tried) => {
          if (tried.is_sent) toast.success(t("已重发"));
          else toast.error(t("重发失败：{reason}", { reason: tried.error ?? "" }));
          again();
        },
      },
    );
  return (
    <SideDrawer onClose={onClose} size="lg" title={t("发送日志 · {name}", { name })}>
      {hasFailed ? (
        <Stack align="center" py="xl">
          <Text>{t("加载失败")}</Text>
          <Button variant="default" onClick={again}>
            {t("重试")}
          </Button>
          <BlockedHint />
        </Stack>
      ) : shown ? (
        <Logs rows={shown.list} again={row.status === "enabled" ? sendAgain : undefined} />
      ) : (
        <Waiting shape="list" />
      )}
      {shown && shown.total > shown.page_size ? (
        <ListPager page={shown} onChange={(next) => "page" in next && go(next.page)} />
      ) : null}
    </SideDrawer>
  );
}

const events = metaOf(WebhookLogRow.shape.event).options ?? {};

interface LogsProps {
  rows: readonly WebhookLogRow[];
  /** Absent for a webhook that is disabled. */
  again: ((id: number) => void) | undefined;
}

function Logs({ rows, again }: LogsProps) {
  if (rows.length === 0) return <Empty title={t("30天内没有发送记录")} />;
  return (
    <Box component="ul" mb={16} className={basic.list}>
      {rows.map(({ id, event, payload, status_code, error, ms, at }) => (
        <Box component="li" key={id} py={10} fz={14} className={basic.underlined}>
          <Group gap="2px 10px">
            <strong>{t(events[event] ?? event)}</strong>
            <Tag color={error === null ? "green" : "red"}>
              {status_code === null ? t("无应答") : String(status_code)}
            </Tag>
            <span className={`${basic.pushed} ${basic.dim} ${basic.size13}`}>
              {t("{time} · {ms} 毫秒", { time: formatInstant(at), ms })}
            </span>
          </Group>
          {error === null ? null : (
            <Text c="dimmed" fz={13} mt={4} className={basic.anywhere}>
              {error}
            </Text>
          )}
          <Text c="dimmed" fz={13} mt={4} className={basic.anywhere}>
            {String(payload.text ?? "")}
          </Text>
          {again ? (
            <Button size="compact-xs" variant="default" mt={6} onClick={() => again(id)}>
              {t("重发")}
            </Button>
          ) : null}
        </Box>
      ))}
    </Box>
  );
}

/** A webhook's deliveries, a page at a time. Not by the page's loader: the settings above may hold what is not saved, and another address would take it. */
function useWebhookLogs(id: number) {
  const [page, setPage] = useState(1);
  const { answer: shown, hasFailed, again } = useCall(webhook.logs, { params: { id }, query: { page, page_size: 20 } });
  const go = useCallback(
    (to: number) => {
      setPage(to);
      again();
    },
    [again],
  );
  return { shown, hasFailed, go, again };
}
