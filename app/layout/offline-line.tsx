import { Button, Group, Text } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isAway, noteAway, onBack, tryNetwork, useIsAway } from "~/app/api/blocked";
import { useShownFrom } from "~/app/api/seen-pages";
import { toast } from "~/app/api/toast";
import { showUnsent, useUnsent } from "~/app/api/unsent";
import { announceWrite } from "~/app/api/written";
import basic from "~/app/basic.module.css";
import { formatMoment } from "~/app/blocks/detail/format";
import { useLatest } from "~/app/blocks/use-latest";
import { whenIdle } from "~/app/browser/idle";
import { t } from "~/app/i18n/t";
import { LazyDrawer } from "./lazy-drawer";

const tryEvery = 10_000;
const sendEvery = 30_000;

const queue = () => import("~/app/api/queue");
const drawer = () =>
  Promise.all([import("~/app/blocks/feedback/side-drawer"), import("~/app/blocks/feedback/open-side-drawer")]);
const question = () => import("./sign-out-question");
const panel = () => import("./unsent-panel").then(({ UnsentPanel }) => UnsentPanel);

/** Tells that the network is away and from when the page is, and how much waits to be sent (domain 0 Offline). */
export function OfflineLine() {
  const isGone = useIsAway();
  const from = useShownFrom();
  const { count, isOpen } = useUnsent();
  useBeginning();
  useNetwork(isGone);
  useSending(count);
  return (
    <>
      {isGone || count > 0 ? (
        <Group
          role="status"
          gap="4px 12px"
          mb={8}
          px={12}
          mih={36}
          fz={14}
          className={`${basic.sunken} ${basic.rounded}`}
        >
          <Text span inherit>
            {isGone ? awayText(from) : t("有内容待发送")}
          </Text>
          {count > 0 ? (
            <Button variant="subtle" size="compact-sm" mih={{ base: 44, sm: 0 }} onClick={() => showUnsent(true)}>
              {t("待发送 {n} 条", { n: count })}
            </Button>
          ) : null}
        </Group>
      ) : null}
      <LazyDrawer
        isOpen={isOpen}
        onClose={() => showUnsent(false)}
        title={t("待发送")}
        width={480}
        load={panel}
        panelProps={{}}
      />
    </>
  );
}

const awayText = (from: number | undefined): string =>
  from === undefined
    ? t("离线")
    : t("离线：显示 {time} 看到的内容", { time: formatMoment(new Date(from).toISOString()) });

/** What is needed without a network is here before it goes. */
function useBeginning() {
  useEffect(
    () =>
      whenIdle(() => {
        // Where nothing can be stored, nothing waits.
        queue()
          .then(({ beginQueue }) => beginQueue())
          .catch(() => undefined);
        for (const load of [panel, drawer, question]) load().catch(() => undefined);
      }),
    [],
  );
}

function useNetwork(isGone: boolean) {
  const { revalidate } = useRevalidator();
  const reload = useLatest(revalidate);
  const wasAway = useRef(false);

  // The browser's own word comes before a call is lost.
  useEffect(() => {
    window.addEventListener("offline", noteAway);
    return () => window.removeEventListener("offline", noteAway);
  }, []);

  // The page is refreshed when the network is back: not after a call that the browser alone has blocked, which it would block again.
  useEffect(() => {
    if (!isGone) {
      if (wasAway.current) reload();
      wasAway.current = false;
      return;
    }
    const attempt = async () => {
      if (!(await tryNetwork())) wasAway.current = true;
    };
    attempt();
    const timer = setInterval(attempt, tryEvery);
    window.addEventListener("online", attempt);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", attempt);
    };
  }, [isGone, reload]);
}

function useSending(count: number) {
  const { revalidate } = useRevalidator();
  const told = useLatest((sent: number) => {
    if (sent === 0) return;
    toast.success(t("已发送 {n} 条离线内容", { n: sent }));
    announceWrite();
    revalidate();
  });

  // What has waited is sent when there is a network, and tried again while some is left.
  useEffect(() => {
    if (count === 0) return;
    const send = () => {
      if (isAway()) return;
      queue()
        .then(({ sendUnsent }) => sendUnsent())
        .then(told)
        .catch(() => undefined);
    };
    send();
    const stop = onBack(send);
    const timer = setInterval(send, sendEvery);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [count, told]);
}
