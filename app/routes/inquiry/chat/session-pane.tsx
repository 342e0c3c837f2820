import { ActionIcon, Button, Group, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useSearchParams } from "@remix-run/react";
import { IconBell, IconBellOff, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { call } from "~/app/api/call";
import basic from "~/app/basic.module.css";
import { Empty, FilteredEmpty } from "~/app/blocks/feedback/states";
import { ListTabs, tabsOf } from "~/app/blocks/list/list-tabs";
import { useSetAddress } from "~/app/blocks/use-set-address";
import { t } from "~/app/i18n/t";
import type { Reply } from "~/contract/endpoint";
import { type ChatSession, type ChatTab, chat, chatTabs } from "~/contract/inquiry/chat";
import classes from "./chat.module.css";
import { SessionItem } from "./session-item";
import type { Bell } from "./use-waiting-call";

interface SessionPaneProps {
  tab: ChatTab;
  sessions: Reply<typeof chat.sessions>;
  present: number | undefined;
  bell: Bell;
}

export function SessionPane({ tab, sessions, present, bell }: SessionPaneProps) {
  const [search] = useSearchParams();
  const setAddress = useSetAddress();
  const keyword = search.get("keyword") ?? "";
  const [typed, setTyped] = useState(keyword);
  const change = (changes: Record<string, string>) => setAddress(changes, { replace: true });
  const searchSoon = useDebouncedCallback((text: string) => change({ keyword: text.trim() }), 300);
  const Sign = bell.isMuted ? IconBellOff : IconBell;
  return (
    <section className={`${classes.sessions} ${basic.surface} ${basic.column}`} aria-label={t("会话列表")}>
      <Group gap={4} mb={8} wrap="nowrap">
        <TextInput
          size="sm"
          flex={1}
          aria-label={t("搜索会话")}
          placeholder={t("称呼、编号、联系方式（他人号码后4位）")}
          maxLength={50}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            searchSoon(event.currentTarget.value);
          }}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.touch}
          aria-label={t("有人等待时响铃")}
          aria-pressed={!bell.isMuted}
          title={bell.isMuted ? t("已静音，点此开启响铃") : t("有人等待时响铃，点此静音")}
          onClick={bell.toggle}
        >
          <Sign size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Group>
      <ListTabs tabs={tabsOf("tab", chatTabs, sessions.counts)} present={tab} onChange={change}>
        {sessions.list.length === 0 && keyword ? (
          <FilteredEmpty
            onClear={() => {
              setTyped("");
              change({ keyword: "" });
            }}
          />
        ) : null}
        {sessions.list.length === 0 && !keyword ? <Empty title={t(emptyTexts[tab])} /> : null}
        <Sessions key={`${tab}:${keyword}`} tab={tab} keyword={keyword} sessions={sessions} present={present} />
      </ListTabs>
    </section>
  );
}

const emptyTexts: Record<ChatTab, string> = {
  waiting: "没有访客在等待",
  mine: "没有进行中的会话",
  ended: "没有已结束的会话",
};

function Sessions({ tab, keyword, sessions, present }: Omit<SessionPaneProps, "bell"> & { keyword: string }) {
  // Beyond those of the page; closed ones change no more.
  const [further, setFurther] = useState<{ list: readonly ChatSession[]; has_more: boolean }>();
  const [isAsking, setIsAsking] = useState(false);
  const list = [
    ...sessions.list,
    ...(further?.list ?? []).filter(({ id }) => sessions.list.every((one) => one.id !== id)),
  ];
  const hasMore = tab === "ended" && (further?.has_more ?? sessions.has_more);
  async function more() {
    setIsAsking(true);
    try {
      const before_id = list.at(-1)?.id;
      const next = await call(chat.sessions, { query: { tab, before_id, keyword: keyword || undefined } });
      setFurther({ list: [...(further?.list ?? []), ...next.list], has_more: next.has_more });
    } catch {
      // Shown already; the button stays.
    }
    setIsAsking(false);
  }
  return (
    <>
      <ul className={basic.list}>
        {list.map((row) => (
          <SessionItem key={row.id} row={row} tab={tab} isPresent={row.id === present} />
        ))}
      </ul>
      {hasMore ? (
        <Button variant="subtle" size="compact-sm" fullWidth loading={isAsking} onClick={() => void more()}>
          {t("更早的会话")}
        </Button>
      ) : null}
    </>
  );
}
