import { Box, Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { type WebhookRow, type WebhookTried, webhook } from "~/contract/system/webhook";

export function WebhookTest({ row: { id, name, url }, onClose }: { row: WebhookRow; onClose: () => void }) {
  const { run, pending } = useAct();
  const [tried, setTried] = useState<WebhookTried>();
  const send = () => {
    setTried(undefined);
    run(webhook.test, { params: { id } }, { onSuccess: setTried });
  };
  return (
    <Dialog title={t("测试发送")} onClose={onClose}>
      <Stack gap="md">
        <Text style={{ overflowWrap: "anywhere" }}>
          {t("将向“{name}”（{url}）立即发送一条测试消息。", { name, url })}
        </Text>
        <div role="status">{tried ? <Outcome tried={tried} /> : null}</div>
        <DialogFoot onClose={onClose} cancel={t("关闭")}>
          <Button onClick={send} loading={pending}>
            {tried ? t("再次发送") : t("发送")}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}

const Outcome = ({ tried: { is_sent, status_code, ms, answer, error } }: { tried: WebhookTried }) => (
  <Stack gap="sm">
    <Text fw={600} c={is_sent ? undefined : "var(--mantine-color-error)"}>
      {is_sent ? t("发送成功") : t("发送失败：{reason}", { reason: error ?? "" })}
    </Text>
    <FactList
      facts={[
        { label: t("状态码"), value: status_code === null ? t("无应答") : String(status_code) },
        { label: t("耗时"), value: t("{ms} 毫秒", { ms }) },
      ]}
    />
    {answer ? (
      <Box
        component="pre"
        className={`${basic.anywhere} ${basic.lines} ${basic.rounded}`}
        m={0}
        p="8px 10px"
        mah={200}
        bg="gray.0"
        fz={13}
        style={{ overflow: "auto" }}
      >
        {answer}
      </Box>
    ) : null}
  </Stack>
);
