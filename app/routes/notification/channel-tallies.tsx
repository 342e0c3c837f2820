import { Flex, Stack } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import type { ChannelTally } from "~/contract/notification/notification";
import { notificationChannels } from "~/contract/notification/notification-kinds";
import classes from "./notification.module.css";

/** How it went on each channel. */
export function ChannelTallies({ tally }: { tally: readonly ChannelTally[] }) {
  if (tally.length === 0) return null;
  return (
    <ul
      className={`${classes.tallies} ${basic.gap12} ${basic.unpadded} ${basic.unlisted}`}
      aria-label={t("各渠道结果")}
    >
      {tally.map(({ channel, total, sent, read, pending, failed, unknown, skipped }) => (
        <Stack
          component="li"
          key={channel}
          gap={2}
          p="12px 14px"
          fz={14}
          className={`${basic.sunken} ${basic.rounded}`}
        >
          <b className={basic.bold}>{t(notificationChannels[channel])}</b>
          <span>{t("送达 {sent} / {total} 人", { sent: formatNumber(sent), total: formatNumber(total) })}</span>
          <Flex component="small" wrap="wrap" gap="0 10px" c="dimmed" fz={13}>
            {channel === "inbox" ? <span>{t("已读 {n}", { n: formatNumber(read) })}</span> : null}
            {pending ? <span>{t("待发送 {n}", { n: formatNumber(pending) })}</span> : null}
            {failed ? <span data-tone="late">{t("失败 {n}", { n: formatNumber(failed) })}</span> : null}
            {unknown ? <span data-tone="due">{t("结果未知 {n}", { n: formatNumber(unknown) })}</span> : null}
            {skipped ? <span>{t("跳过 {n}", { n: formatNumber(skipped) })}</span> : null}
          </Flex>
        </Stack>
      ))}
    </ul>
  );
}
