import { Box, Button, Text } from "@mantine/core";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { formatInstant } from "~/app/blocks/detail/format";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { type NotificationDetail, notification } from "~/contract/notification/notification";
import { notificationChannels } from "~/contract/notification/notification-kinds";
import { aimOf } from "./aim";
import { EstimateWords } from "./estimate-words";
import { repeatWords } from "./notification-cells";

interface SendDialogProps {
  id: number;
  at: string | undefined;
  onClose: () => void;
}

export function SendDialog({ id, at, onClose }: SendDialogProps) {
  const detail = useCall(notification.get, { params: { id } });
  return (
    <Dialog
      title={detail.answer?.send_mode === "repeated" ? t("开始重复") : at ? t("定时发送通知") : t("发送通知")}
      onClose={onClose}
    >
      <AsyncPart {...detail}>{(of) => <Question {...{ of, at, onClose }} />}</AsyncPart>
    </Dialog>
  );
}

function Question({ of, at, onClose }: Omit<SendDialogProps, "id"> & { of: NotificationDetail }) {
  const { id, version, title, channels, audience_text } = of;
  const isRepeated = of.send_mode === "repeated";
  const estimate = useCall(notification.estimate, { body: aimOf(of) });
  const states = useCall(notification.channels, {});
  const { run, pending } = useAct();
  const params = { id };
  const send = () =>
    at
      ? run(
          notification.schedule,
          { params, body: { version, send_at: at } },
          { success: isRepeated ? t("已开始重复") : t("已定时"), onSuccess: onClose },
        )
      : run(notification.send, { params, body: { version } }, { success: t("已开始发送"), onSuccess: onClose });
  const idle = (states.answer ?? []).filter(({ channel, is_ready }) => channels.includes(channel) && !is_ready);
  return (
    <>
      <Text style={{ overflowWrap: "anywhere" }}>
        {isRepeated
          ? t("《{title}》{rule}，每次发给当时符合条件的：{audience}", {
              title,
              rule: repeatWords(of),
              audience: audience_text,
            })
          : at
            ? t("《{title}》将于 {at} 发给：{audience}", { title, at: formatInstant(at), audience: audience_text })
            : t("《{title}》将立即发给：{audience}", { title, audience: audience_text })}
      </Text>
      <Text size="sm" mt={4}>
        {t("渠道：{channels}（{n}个）", {
          channels: channels.map((one) => t(notificationChannels[one])).join("、"),
          n: channels.length,
        })}
      </Text>
      <Box mt={12}>
        <EstimateWords {...estimate} channels={channels} />
      </Box>
      {idle.length ? (
        <Text c="var(--app-due)" fz={13} mt={8}>
          {t("以下渠道现在不能用，请先从通知中取消：")}
        </Text>
      ) : null}
      {idle.map(({ channel, note }) => (
        <Text key={channel} c="var(--app-due)" fz={13} mt={8}>
          {t(notificationChannels[channel])}：{note ? t(note) : t("未配置")}
        </Text>
      ))}
      <DialogFoot mt="lg" onClose={onClose} isSafe>
        <Button onClick={send} loading={pending} disabled={idle.length > 0 || estimate.answer?.count === 0}>
          {isRepeated ? t("开始重复") : at ? t("定时发送") : t("发送")}
        </Button>
      </DialogFoot>
    </>
  );
}
