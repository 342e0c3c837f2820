import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import { type NotificationRow, notification, Retrying } from "~/contract/notification/notification";
import { type NotificationChannel, repeats } from "~/contract/notification/notification-kinds";
import { now } from "~/contract/now";

const hour = 3_600_000;
const nextDay = () => new Date(Math.floor(now() / hour) * hour + 24 * hour).toISOString();

export const scheduleForm = actDialog({
  endpoint: notification.schedule,
  fields: [{ name: "send_at" }],
  title: (row: NotificationRow) => (row.send_mode === "repeated" ? t("开始重复") : t("定时发送通知")),
  about: ({ title, send_mode, repeat }: NotificationRow) =>
    send_mode === "repeated" && repeat
      ? t("《{title}》从这一时刻起{repeat}自动发送，每次发给当时符合条件的人；之后可以暂停或结束。", {
          title,
          repeat: t(repeats[repeat]),
        })
      : t("《{title}》到这一时刻自动发送，届时符合条件的人都会收到；之前可以取消或改时间。", { title }),
  input: ({ id, version }) => ({ params: { id }, body: { version } }),
  value: ({ send_at }) => ({ send_at: send_at && Date.parse(send_at) > now() ? send_at : nextDay() }),
  success: ({ send_mode }) => (send_mode === "repeated" ? t("已开始重复") : t("已定时")),
  submitLabel: "定时发送",
});

export const retryForm = actDialog({
  endpoint: notification.retry,
  title: (row: NotificationRow) => retryLabel(row),
  fields: ({ unknown_count }) => (unknown_count ? [{ name: "with_unknown" }] : []),
  about: (row) => t("《{title}》：{what}", { title: row.title, what: retried(row).join(t("；")) }),
  input: ({ id, version }) => ({ params: { id }, body: { version } }),
  // Somebody has to say so.
  value: () => Retrying.parse({}),
  success: () => t("已开始发送"),
  submitLabel: "发送",
});

export const retryLabel = ({ status, failed_count }: NotificationRow) =>
  status === "stopped" ? t("继续发送") : failed_count ? t("重试失败") : t("重发");

const retried = ({ status, failed_count, unknown_count }: NotificationRow): string[] =>
  [
    status === "stopped" ? t("尚未发出的继续发送") : "",
    failed_count ? t("发送失败的 {n} 条重新发送", { n: formatNumber(failed_count) }) : "",
    unknown_count ? t("结果未知的 {n} 条默认不重发，对方可能已经收到", { n: formatNumber(unknown_count) }) : "",
  ].filter(Boolean);

export const stopping = ({ title }: NotificationRow) => ({
  text: t("《{title}》尚未发出的部分停止发送，已发出的不变；之后可以继续发送。", { title }),
  confirmLabel: t("停止发送"),
  success: t("已停止发送"),
});

export const pausing = ({ title }: NotificationRow) => ({
  text: t("《{title}》暂停重复，已发出的不变；暂停后可以编辑，恢复后从下一个时间继续。", { title }),
  confirmLabel: t("暂停"),
  success: t("已暂停"),
});

export const resuming = ({ title }: NotificationRow) => ({
  text: t("《{title}》从下一个时间继续重复，暂停期间的不补发。", { title }),
  confirmLabel: t("恢复"),
  success: t("已恢复重复"),
});

export const ending = ({ title }: NotificationRow) => ({
  text: t("《{title}》不再发送，已发出的各次不变。结束后不能恢复。", { title }),
  confirmLabel: t("结束重复"),
  success: t("已结束重复"),
});

const outside: readonly NotificationChannel[] = ["push", "sms", "email", "wecom"];

export const recalling = ({ title, channels }: NotificationRow) => ({
  text: channels.some((one) => outside.includes(one))
    ? t(
        "《{title}》从所有人的站内信中消失，尚未发出的不再发送；已送达的短信、邮件、推送和企业微信消息不能收回。撤回后不能恢复。",
        {
          title,
        },
      )
    : t("《{title}》从所有人的站内信中消失，尚未发出的不再发送。撤回后不能恢复。", { title }),
  confirmLabel: t("撤回"),
  success: t("已撤回"),
});

export const removing = ({ title }: NotificationRow) => t("《{title}》将被删除，不能恢复。", { title });
