import { Button, Group, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { changeUnsent, dropUnsent, isTooOld, listUnsent, sendUnsent, type Unsent } from "~/app/api/queue";
import { useUnsent } from "~/app/api/unsent";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import classes from "~/app/blocks/detail/entries.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { useAsync } from "~/app/blocks/detail/use-async";
import { Note } from "~/app/blocks/feedback/note";
import { Empty } from "~/app/blocks/feedback/states";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { waitDays } from "~/contract/endpoint";
import { kindOf } from "./unsent-kinds";

const Confirm = lazyPart(() => import("~/app/blocks/feedback/confirm"), "Confirm");
const UnsentForm = lazyPart(() => import("./unsent-form"), "UnsentForm");

/** What waits for the network, or for its author (domain 0 Offline). */
export function UnsentPanel() {
  const { turn } = useUnsent();
  const { answer, hasFailed, again } = useAsync(listUnsent);
  // The queue is outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a change of it.
  useEffect(again, [turn, again]);
  return (
    <AsyncPart answer={answer} hasFailed={hasFailed && !answer} again={again} shape="list">
      {(list) => (
        <>
          <Note>{t("联网后按写下的先后自动发送，超过 {days} 天的不再发送。", { days: waitDays })}</Note>
          {list.length === 0 ? <Empty title={t("没有待发送的内容")} /> : null}
          <ul className={classes.list} aria-label={t("待发送")}>
            {list.map((one) => (
              <Item key={one.key} one={one} />
            ))}
          </ul>
        </>
      )}
    </AsyncPart>
  );
}

function Item({ one }: { one: Unsent }) {
  const [shown, setShown] = useState<"change" | "drop">();
  const close = () => setShown(undefined);
  const kind = kindOf(one);
  const body = one.input.body ?? {};
  const pictures = Array.isArray(body.media_ids) ? body.media_ids.length : 0;
  const facts = [
    t("{time} 写下", { time: formatInstant(new Date(one.at).toISOString()) }),
    pictures > 0 && t("图片{n}张", { n: pictures }),
  ];
  return (
    <li className={`${classes.item} ${basic.column} ${basic.gap4} ${basic.overlined}`}>
      <div className={`${classes.head} ${basic.flex} ${basic.baseline} ${basic.gap8}`}>
        <strong>{t(kind.title)}</strong>
        <State one={one} />
      </div>
      <Text size="sm" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {kind.textOf(body)}
      </Text>
      <Note>{facts.filter(Boolean).join(" · ")}</Note>
      {one.refusal ? (
        <Text size="sm" className={basic.error}>
          {one.refusal}
        </Text>
      ) : null}
      <Group gap={8}>
        {one.refusal ? (
          <Button variant="default" size="compact-sm" mih={{ base: 44, sm: 0 }} onClick={() => setShown("change")}>
            {t("改")}
          </Button>
        ) : null}
        <Button variant="default" size="compact-sm" mih={{ base: 44, sm: 0 }} onClick={() => setShown("drop")}>
          {t("丢弃")}
        </Button>
      </Group>
      {shown === "change" ? (
        <UnsentForm
          kind={kind}
          body={body}
          onClose={close}
          onChange={(changed) => {
            close();
            void changeUnsent(one.key, changed).then(sendUnsent);
          }}
        />
      ) : null}
      {shown === "drop" ? (
        <Confirm
          title={t("丢弃")}
          text={t("确定丢弃这条待发送的{kind}？丢弃后不能恢复。", { kind: t(kind.title) })}
          confirmLabel={t("丢弃")}
          pending={false}
          onConfirm={() => {
            close();
            void dropUnsent(one.key);
          }}
          onClose={close}
        />
      ) : null}
    </li>
  );
}

function State({ one }: { one: Unsent }) {
  if (one.refusal) return <Tag color="red">{t("未能发送")}</Tag>;
  if (isTooOld(one)) return <Tag color="gray">{t("已超过{days}天", { days: waitDays })}</Tag>;
  return <Tag color="orange">{t("待发送")}</Tag>;
}
