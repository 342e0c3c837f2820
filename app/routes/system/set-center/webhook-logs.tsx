import { Button, Stack, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { BlockedHint } from "~/app/blocks/feedback/blocked-hint";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { Empty } from "~/app/blocks/feedback/states";
import { Waiting } from "~/app/blocks/feedback/waiting";
import { ListPager } from "~/app/blocks/list/list-pager";
import { t } from "~/app/i18n/t";
import { metaOf } from "~/contract/field";
import { WebhookLogColumns, type WebhookLogRow, type WebhookRow } from "~/contract/system/webhook";
import { useWebhookLogs } from "./use-webhook-logs";
import classes from "./webhook-tab.module.css";

interface WebhookLogsProps {
  row: WebhookRow;
  onClose: () => void;
}

/** What was sent to a webhook within the last thirty days, and what came of each try. */
export function WebhookLogs({ row: { id, name }, onClose }: WebhookLogsProps) {
  const { shown, hasFailed, go, again } = useWebhookLogs(id);
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
        <Logs rows={shown.list} />
      ) : (
        <Waiting shape="list" />
      )}
      {shown && shown.total > shown.page_size ? (
        <ListPager page={shown} onChange={(next) => "page" in next && go(next.page)} />
      ) : null}
    </SideDrawer>
  );
}

const events = metaOf(WebhookLogColumns.shape.event).options ?? {};

function Logs({ rows }: { rows: readonly WebhookLogRow[] }) {
  if (rows.length === 0) return <Empty title={t("30天内没有发送记录")} />;
  return (
    <ul className={`${classes.logs} ${basic.unpadded} ${basic.unlisted}`}>
      {rows.map(({ id, event, payload, status_code, error, ms, at }) => (
        <li key={id} className={`${classes.log} ${basic.size14} ${basic.underlined}`}>
          <div className={`${classes.line} ${basic.wrap}`}>
            <strong>{t(events[event] ?? event)}</strong>
            <Tag color={error === null ? "green" : "red"}>
              {status_code === null ? t("无应答") : String(status_code)}
            </Tag>
            <span>{t("{time} · {ms} 毫秒", { time: formatInstant(at), ms })}</span>
          </div>
          {error === null ? null : <p>{error}</p>}
          <p>{String(payload.text ?? "")}</p>
        </li>
      ))}
    </ul>
  );
}
