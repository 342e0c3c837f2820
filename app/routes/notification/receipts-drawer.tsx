import "@mantine/core/styles/Alert.css";
import "@mantine/core/styles/Tabs.css";
import { Alert, Flex, Group, Stack, Tabs } from "@mantine/core";
import { useRevalidator, useSearchParams } from "@remix-run/react";
import { IconAlertTriangle, IconMoon } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { tabRow } from "~/app/blocks/detail/tab-row";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { TextLink } from "~/app/blocks/text-link";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { formatNumber } from "~/contract/decimal";
import type { ChannelTally, NotificationDetail, ReceiptRow } from "~/contract/notification/notification";
import { notificationChannels } from "~/contract/notification/notification-kinds";
import { ChannelPreview } from "./channel-preview";
import classes from "./notification.module.css";
import { channelWords, NotificationTag, readRate, repeatWords, SendingBar } from "./notification-cells";
import { retryLabel } from "./notification-dialogs";
import { OccurrenceList } from "./occurrence-list";
import { receiptsPath } from "./paths";
import { ReceiptList } from "./receipt-list";
import { isBegun, isSeries } from "./stages";
import { useNotificationActs } from "./use-notification-acts";
import { useProgress } from "./use-progress";

export function ReceiptsDrawer({ record, receipts }: { record: NotificationDetail; receipts: Page<ReceiptRow> }) {
  const isPhone = useIsPhone();
  const [, setSearch] = useSearchParams();
  // Removes everything of it from the address.
  const close = () =>
    setSearch((now) => new URLSearchParams([...now].filter(([name]) => !/^receipt(s$|_)/.test(name))), {
      preventScrollReset: true,
    });
  const acts = useNotificationActs({ place: "receipts", onGone: close });
  return (
    <SideDrawer title={record.title} size={isPhone ? "100%" : 1040} onClose={close}>
      <div className={`${basic.column} ${basic.gap16} ${basic.shrinks}`}>
        <Group gap="8px 12px" justify="space-between">
          <NotificationTag {...record} />
          <RowActions actions={acts.actionsOf(record)} about={record.title} isTall />
        </Group>
        <Standing {...record} />
        <Tabs
          defaultValue={isSeries(record) ? "occurrences" : isBegun(record) ? "receipts" : "content"}
          keepMounted={false}
        >
          <Tabs.List {...tabRow} aria-label={t("通知")}>
            {isSeries(record) ? <Tabs.Tab value="occurrences">{t("各次发送")}</Tabs.Tab> : null}
            {isBegun(record) ? <Tabs.Tab value="receipts">{t("发送明细")}</Tabs.Tab> : null}
            <Tabs.Tab value="content">{t("内容")}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="occurrences" pt="md">
            <OccurrenceList id={record.id} />
          </Tabs.Panel>
          <Tabs.Panel value="receipts" pt="md">
            <ChannelTallies tally={record.tally} />
            <ReceiptList id={record.id} page={receipts} />
          </Tabs.Panel>
          <Tabs.Panel value="content" pt="md">
            <ChannelPreview notice={record} channels={record.channels} cover={record.cover} />
          </Tabs.Panel>
        </Tabs>
      </div>
      {acts.dialog}
    </SideDrawer>
  );
}

const people = (n: number) => t("{n}人", { n: formatNumber(n) });

function Standing(record: NotificationDetail) {
  const { revalidate } = useRevalidator();
  const { id, status, target_count, sent_count, read_count, unknown_count, failure, wait_until } = record;
  const isSending = status === "sending";
  const progress = useProgress(id, isSending, revalidate);
  const rate = readRate(record);
  return (
    <>
      {isSending ? <SendingBar {...(progress ?? record.progress)} /> : null}
      {isSending && wait_until ? (
        <Alert color="blue" icon={<IconMoon aria-hidden />} p="sm">
          {t("通知静默时段：站内信已送达，其他渠道 {at} 起发送。", { at: formatInstant(wait_until) })}
        </Alert>
      ) : null}
      {failure ? (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} p="sm">
          {t("发送失败：{reason}", { reason: failure })}
        </Alert>
      ) : null}
      {unknown_count ? (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} p="sm">
          {t("有 {n} 条结果未知：发出后没有收到回执，对方可能已经收到。系统不会自动重发，请核实后再“{act}”。", {
            n: formatNumber(unknown_count),
            act: retryLabel(record),
          })}
        </Alert>
      ) : null}
      <FactList
        remedy={null}
        facts={[
          { label: t("受众"), value: record.audience_text },
          { label: t("渠道"), value: channelWords(record) },
          record.series_id !== null && {
            label: t("重复的通知"),
            value: (
              <TextLink to={receiptsPath(record.series_id)}>{t("第{n}次", { n: record.occurrence_no ?? "" })}</TextLink>
            ),
          },
          record.repeat !== null && { label: t("重复"), value: repeatWords(record) },
          record.next_at !== null && { label: t("下次发送"), value: formatInstant(record.next_at) },
          isSeries(record) && { label: t("已发次数"), value: formatNumber(record.occurrence_count) },
          !isSeries(record) && {
            label: isBegun(record) ? t("发送时间") : t("计划发送时间"),
            value: formatInstant(record.send_at),
          },
          { label: t("完成时间"), value: formatInstant(record.ended_at) },
          { label: t("撤回时间"), value: formatInstant(record.recalled_at) },
          { label: t("发送人"), value: record.sent_by?.name },
          isBegun(record) && { label: t("目标"), value: people(target_count) },
          isBegun(record) && { label: t("送达"), value: people(sent_count) },
          isBegun(record) && {
            label: t("已读"),
            value: rate ? `${people(read_count)}（${t("已读率 {rate}", { rate })}）` : people(read_count),
          },
          isBegun(record) && record.link_url !== null && { label: t("点击"), value: people(record.click_count) },
        ]}
      />
    </>
  );
}

function ChannelTallies({ tally }: { tally: readonly ChannelTally[] }) {
  if (tally.length === 0) return null;
  return (
    <ul className={`${classes.tallies} ${basic.gap12} ${basic.list}`} aria-label={t("各渠道结果")}>
      {tally.map(({ channel, total, sent, read, pending, failed, unknown, skipped, clicked }) => (
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
            {clicked ? <span>{t("点击 {n}", { n: formatNumber(clicked) })}</span> : null}
            {pending ? <span>{t("待发送 {n}", { n: formatNumber(pending) })}</span> : null}
            {failed ? <span className={basic.late}>{t("失败 {n}", { n: formatNumber(failed) })}</span> : null}
            {unknown ? <span className={basic.due}>{t("结果未知 {n}", { n: formatNumber(unknown) })}</span> : null}
            {skipped ? <span>{t("跳过 {n}", { n: formatNumber(skipped) })}</span> : null}
          </Flex>
        </Stack>
      ))}
    </ul>
  );
}
