import { Button, Flex, Group, Modal, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { useOnTop } from "~/app/blocks/feedback/on-top";
import { useLatest } from "~/app/blocks/use-latest";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type DashboardBlock, dashboard } from "~/contract/dashboard/dashboard";
import { dashboardPeople, dashboardQuery } from "~/contract/dashboard/dashboard-data";
import { todos } from "~/contract/dashboard/metrics";
import { now } from "~/contract/now";
import { type BlockKey, blocks as known } from "./arrangement";
import { ChartBlock } from "./chart-blocks";
import { KpiCards } from "./kpi-cards";
import { MonthBullets, showsTargets } from "./month-bullets";
import type { Blocks } from "./use-block";

/** Milliseconds between a wall's requests (domain D.2). */
const every = 60_000;

interface WallProps {
  first: Blocks;
  offered: ReadonlySet<BlockKey>;
  search: URLSearchParams;
  onLeave: () => void;
}

export function Wall({ first, offered, search, onLeave }: WallProps) {
  const { blocks, at, isStale } = useFresh(first, search.toString());
  const leave = useWholeScreen(onLeave);
  const query = dashboardQuery(search);
  const common = { answer: blocks, hasFailed: false, again: () => undefined };
  const charts = (["trend", "funnel", "rank"] as const).filter((key) => offered.has(key));
  const targets = blocks.target?.data;
  const profile = useProfile();
  const { isOnTop } = useOnTop(true, leave);
  const people = dashboardPeople(search);
  const todo = (blocks.todo?.data ?? []).filter(({ count }) => count > 0);
  return (
    <Modal
      opened
      fullScreen
      onClose={leave}
      closeOnEscape={isOnTop}
      title={t("数据看板")}
      withCloseButton={false}
      classNames={{ body: `${basic.column} ${basic.gap16} ${basic.size16}` }}
      styles={{
        content: { background: "var(--app-canvas)" },
        header: { minHeight: 0, padding: "16px 32px 0", background: "var(--app-canvas)" },
        body: { padding: "8px 32px 32px" },
      }}
      transitionProps={{ duration: 0 }}
    >
      <Group gap="8px 24px" c="dimmed">
        <span>{t("{from} 至 {to}", query)}</span>
        <span role="status" className={isStale ? `${basic.late} ${basic.bold}` : undefined}>
          {isStale ? t("{time} 起未能更新，显示的是当时的数据", { time: at }) : t("更新于 {time}", { time: at })}
        </span>
        <Button variant="default" ml="auto" leftSection={<IconX size={16} aria-hidden />} onClick={leave}>
          {t("退出投屏")}
        </Button>
      </Group>
      {todo.length ? (
        <Flex component="ul" wrap="wrap" gap="8px 32px" className={basic.list} aria-label={t(known.todo.label)}>
          {todo.map(({ key, count }) => (
            <li key={key}>
              <Text component="b" c="var(--app-due)" fz={24} fw={700}>
                {count}
              </Text>{" "}
              {t(todos[key].label)}
            </li>
          ))}
        </Flex>
      ) : null}
      {blocks.kpi?.data ? (
        <Panel title={t(known.kpi.label)}>
          <KpiCards list={blocks.kpi.data.list} isWhole />
        </Panel>
      ) : null}
      <div
        className={`${basic.grid} ${basic.gap16}`}
        style={{ gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 420px), 1fr))", alignItems: "start" }}
      >
        {charts.map((key) => (
          <ChartBlock key={key} of={key} common={common} query={query} isBare />
        ))}
        {targets && offered.has("target") && showsTargets(targets.list, profile, people) ? (
          <MonthBullets targets={targets} people={people} isBare />
        ) : null}
      </div>
    </Modal>
  );
}

interface Shown {
  blocks: Blocks;
  at: string;
  isStale: boolean;
}

const timeOf = (at: string | number = now()) =>
  new Date(at).toLocaleTimeString("zh-CN", {
    timeZone: "Asia/Shanghai",
    hour12: false,
    hour: "2-digit",
    minute: "2-digit",
  });

function useFresh(first: Blocks, search: string): Shown {
  const [shown, setShown] = useState<Shown>(() => ({ blocks: first, at: timeOf(first.as_of), isStale: false }));
  // Time passes by itself.
  useEffect(() => {
    const own = new AbortController();
    let isAsking = false;
    const ask = async () => {
      if (isAsking) return;
      isAsking = true;
      try {
        // Of the days at that time: a wall stays open over midnight.
        const query = dashboardQuery(new URLSearchParams(search));
        const answer = await call(dashboard.get, { query }, { signal: own.signal, silent: true });
        setShown((now) => merged(now, answer));
      } catch {
        if (!own.signal.aborted) setShown((now) => ({ ...now, isStale: true }));
      } finally {
        isAsking = false;
      }
    };
    const timer = setInterval(ask, every);
    return () => {
      clearInterval(timer);
      own.abort();
    };
  }, [search]);
  return shown;
}

function merged(now: Shown, answer: Blocks): Shown {
  // What the reply is keyed by.
  const names = Object.keys(answer) as DashboardBlock[];
  const lost = names.filter((name) => answer[name]?.error && now.blocks[name]?.data);
  const kept = Object.fromEntries(lost.map((name) => [name, now.blocks[name]]));
  return { blocks: { ...answer, ...kept }, at: lost.length ? now.at : timeOf(answer.as_of), isStale: lost.length > 0 };
}

function useWholeScreen(onLeave: () => void): () => void {
  const leave = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    onLeave();
  };
  const latest = useLatest(onLeave);
  // The browser ends it by its own keys.
  useEffect(() => {
    const root = document.documentElement;
    // Only after a press on a button; opened by its address, the wall fills the window.
    root.requestFullscreen?.().catch(() => undefined);
    const hear = () => {
      if (!document.fullscreenElement) latest();
    };
    document.addEventListener("fullscreenchange", hear);
    return () => document.removeEventListener("fullscreenchange", hear);
  }, [latest]);
  return leave;
}
