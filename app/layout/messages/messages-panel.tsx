import "@mantine/core/styles/Tabs.css";
import { Box, Button, Center, Group, Stack, Tabs, Text } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useState } from "react";
import { toast } from "~/app/api/toast";
import basic from "~/app/basic.module.css";
import { formatAge } from "~/app/blocks/detail/format";
import { tabRow } from "~/app/blocks/detail/tab-row";
import { BlockedHint } from "~/app/blocks/feedback/blocked-hint";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { Note } from "~/app/blocks/feedback/note";
import { Empty } from "~/app/blocks/feedback/states";
import { Waiting } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import type { MessageRow } from "~/contract/shared/message";
import { type MessageCategory, messageCategories } from "~/contract/shared/message-category";
import { MessageItem } from "./message-item";
import { every, type Tab, useMessages } from "./use-messages";

const NoticeView = lazyPart(() => import("~/app/features/notice/notice-view"), "NoticeView");

const manyUnread = 20;

export function MessagesPanel({ count, onClose }: { count: number; onClose: () => void }) {
  const [tab, setTab] = useState<Tab>(every);
  const messages = useMessages(tab, count);
  const [confirming, setConfirming] = useState<MessageRow | "all">();
  const [notice, setNotice] = useState<number>();
  const { unread } = messages;
  const here = tab === every ? Object.values(unread).reduce((sum, one) => sum + one, 0) : (unread[tab] ?? 0);
  const close = () => setConfirming(undefined);

  const readAll = async () => {
    if (await messages.readAll()) toast.success(t("已全部标为已读"));
    close();
  };
  const remove = async (row: MessageRow) => {
    if (await messages.remove(row)) toast.success(t("已删除"));
    close();
  };

  if (notice) return <OpenNotice id={notice} onBack={() => setNotice(undefined)} />;
  return (
    <Tabs
      value={tab}
      onChange={(value) => value && setTab(value as Tab)}
      keepMounted={false}
      // Nine of them in a narrow drawer.
      styles={{ tab: { paddingInline: 8 } }}
    >
      <Tabs.List {...tabRow} aria-label={t("消息分类")}>
        <Tabs.Tab value={every}>{t("全部")}</Tabs.Tab>
        {Object.entries(messageCategories).map(([name, label]) => (
          <Tabs.Tab key={name} value={name}>
            {withCount(t(label), unread[name as MessageCategory])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>
        <Group justify="space-between" className={basic.finger}>
          <Note role="status">{messages.shown ? t("未读 {count} 条", { count: here }) : t("加载中")}</Note>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={here === 0}
            loading={messages.isWriting && confirming === undefined}
            onClick={() => (here > manyUnread ? setConfirming("all") : void readAll())}
          >
            {t("全部已读")}
          </Button>
        </Group>
        <Messages messages={messages} onOpen={setNotice} onRemove={setConfirming} onClose={onClose} />
      </Tabs.Panel>
      {confirming === "all" ? (
        <Confirm
          title={t("全部已读")}
          text={t("将 {count} 条未读消息标为已读？", { count: here })}
          confirmLabel={t("全部已读")}
          isDanger={false}
          pending={messages.isWriting}
          onConfirm={() => void readAll()}
          onClose={close}
        />
      ) : confirming ? (
        <Confirm
          title={t("删除消息")}
          text={t("删除消息“{title}”？删除后不能恢复。", { title: confirming.title })}
          confirmLabel={t("删除")}
          pending={messages.isWriting}
          onConfirm={() => void remove(confirming)}
          onClose={close}
        />
      ) : null}
    </Tabs>
  );
}

interface MessagesProps {
  messages: ReturnType<typeof useMessages>;
  onOpen: (notice: number) => void;
  onRemove: (row: MessageRow) => void;
  onClose: () => void;
}

const OpenNotice = ({ id, onBack }: { id: number; onBack: () => void }) => (
  <Stack gap="sm">
    <Button
      variant="subtle"
      px={6}
      style={{ alignSelf: "flex-start" }}
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      onClick={onBack}
      data-autofocus
    >
      {t("返回消息")}
    </Button>
    <NoticeView id={id} />
  </Stack>
);

function Messages({ messages: { shown, state, more, retry, read }, onOpen, onRemove, onClose }: MessagesProps) {
  if (state === "failed" && !shown) return <Failed onRetry={retry} />;
  if (!shown) return <Waiting shape="list" />;
  if (shown.rows.length === 0) return <Empty title={t("暂无消息")} />;
  const isEnd = shown.rows.length >= shown.total;
  return (
    <>
      {byDay(shown.rows).map(([day, rows]) => (
        <section key={day} aria-label={day}>
          <Box component="h3" m="12px 0 4px" c="dimmed" fz={12} fw={400}>
            {day}
          </Box>
          <ul className={basic.list}>
            {rows.map((row) => (
              <MessageItem
                key={row.id}
                row={row}
                onRead={() => void read(row)}
                onOpen={onOpen}
                onRemove={() => onRemove(row)}
                onLeave={onClose}
              />
            ))}
          </ul>
        </section>
      ))}
      {state === "failed" ? <Failed onRetry={retry} /> : null}
      {isEnd ? null : (
        <Center py="sm">
          <Button variant="default" size="sm" onClick={more} loading={state === "loading"}>
            {t("更多")}
          </Button>
        </Center>
      )}
    </>
  );
}

function byDay(rows: readonly MessageRow[]): [day: string, rows: MessageRow[]][] {
  const days = new Map<string, MessageRow[]>();
  for (const row of rows) {
    const age = formatAge(row.created_at);
    const day = age === t("今天") || age === t("昨天") ? age : t("更早");
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days];
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <Stack align="center" py="lg" gap="sm" role="alert">
    <Text>{t("加载失败")}</Text>
    <Button variant="default" onClick={onRetry}>
      {t("重试")}
    </Button>
    <BlockedHint />
  </Stack>
);

const withCount = (label: string, count = 0) => (count > 0 ? `${label} ${count}` : label);
