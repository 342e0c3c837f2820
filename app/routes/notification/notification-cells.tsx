import "@mantine/core/styles/Progress.css";
import { Progress } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import { formatPercent } from "~/contract/format";
import type { NotificationProgress, NotificationRow } from "~/contract/notification/notification";
import {
  audienceScopes,
  audiences,
  type NotificationStatus,
  notificationChannels,
  notificationStatuses,
  repeats,
} from "~/contract/notification/notification-kinds";
import classes from "./notification.module.css";
import { isBegun, isSeries } from "./stages";
import { useProgress } from "./use-progress";

const colors: Readonly<Record<NotificationStatus, TagColor>> = {
  draft: "gray",
  scheduled: "brand",
  sending: "brand",
  stopped: "orange",
  sent: "green",
  recalled: "gray",
  failed: "red",
  repeating: "brand",
  paused: "orange",
  ended: "gray",
};

export const NotificationTag = ({ status }: Pick<NotificationRow, "status">) => (
  <Tag color={colors[status]}>{t(notificationStatuses[status])}</Tag>
);

export const NotificationTitle = ({ title, is_top, occurrence_no }: NotificationRow) => (
  <span className={`${basic.row} ${basic.gap6} ${basic.shrinks}`}>
    {is_top ? <Tag color="orange">{t("置顶")}</Tag> : null}
    {occurrence_no ? <Tag color="gray">{t("第{n}次", { n: occurrence_no })}</Tag> : null}
    <span className={basic.cut} title={title}>
      {title}
    </span>
  </span>
);

/** When it goes out: of a repeated one the next time. */
export const sendWords = ({ send_at, next_at }: NotificationRow) =>
  next_at ? t("下次 {at}", { at: formatInstant(next_at) }) : formatInstant(send_at) || "–";

export const repeatWords = ({ repeat, repeat_until, repeat_count, send_at }: NotificationRow) =>
  repeat
    ? [
        t("{repeat}，从{at}起", { repeat: t(repeats[repeat]), at: formatInstant(send_at) }),
        repeat_until && t("到{day}为止", { day: repeat_until }),
        repeat_count && t("最多{n}次", { n: repeat_count }),
      ]
        .filter(Boolean)
        .join(t("，"))
    : "";

export const audienceWords = ({ audience, scope }: Pick<NotificationRow, "audience" | "scope">) =>
  `${t(audiences[audience])} · ${t(audienceScopes[scope])}`;

export const channelWords = ({ channels }: Pick<NotificationRow, "channels">) =>
  channels.map((one) => t(notificationChannels[one])).join("、");

export const readRate = ({ sent_count, read_count }: Pick<NotificationRow, "sent_count" | "read_count">) =>
  sent_count ? formatPercent(Math.round((read_count / sent_count) * 1000) / 10) : "";

const people = (n: number) => t("{n}人", { n: formatNumber(n) });

export function NotificationFigures({ isNamed, ...row }: NotificationRow & { isNamed?: boolean }) {
  const { revalidate } = useRevalidator();
  const isSending = row.status === "sending";
  const progress = useProgress(row.id, isSending, revalidate);
  if (isSeries(row)) return t("已发 {n} 次", { n: formatNumber(row.occurrence_count) });
  if (!isBegun(row)) return isNamed ? t("尚未发送") : "–";
  if (isSending) return <SendingBar {...(progress ?? { ...row, is_finding: row.target_count === 0 })} />;
  const { target_count, sent_count, read_count, failed_count, unknown_count } = row;
  return (
    <span className={`${classes.figures} ${basic.column} ${basic.shrinks}`}>
      <span>
        {isNamed
          ? t("目标 {target} · 送达 {sent} · 已读 {read}", {
              target: people(target_count),
              sent: people(sent_count),
              read: people(read_count),
            })
          : [target_count, sent_count, read_count].map(people).join(" / ")}
      </span>
      <small>
        {sent_count && !(failed_count && unknown_count && !isNamed) ? (
          <span>{t("已读率 {rate}", { rate: readRate(row) })}</span>
        ) : null}
        {failed_count ? (
          <span className={basic.late}>{t("失败 {n} 条", { n: formatNumber(failed_count) })}</span>
        ) : null}
        {unknown_count ? (
          <span className={basic.due}>{t("结果未知 {n} 条", { n: formatNumber(unknown_count) })}</span>
        ) : null}
      </small>
    </span>
  );
}

type Going = Pick<NotificationRow, "target_count" | "sent_count"> &
  Partial<Pick<NotificationProgress, "total" | "done">> & { is_finding: boolean };

export function SendingBar({ target_count, sent_count, is_finding, total, done }: Going) {
  const percent = total ? Math.floor(((done ?? 0) / total) * 100) : undefined;
  return (
    <span className={`${classes.figures} ${basic.column} ${basic.shrinks}`}>
      <Progress value={percent ?? 100} animated={percent === undefined} aria-label={t("发送进度")} />
      <small role="status">
        {is_finding
          ? t("正在确定接收人：已找到 {n}", { n: people(target_count) })
          : t("已送达 {sent} / {target}", { sent: people(sent_count), target: people(target_count) })}
        {percent === undefined || is_finding ? "" : ` · ${formatPercent(percent)}`}
      </small>
    </span>
  );
}
