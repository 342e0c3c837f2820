import { Button, Flex, Loader, Text } from "@mantine/core";
import { CallError } from "~/app/api/call-error";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import type { Estimate } from "~/contract/notification/notification";
import {
  type NotificationChannel,
  notificationChannels,
  skipReasons,
} from "~/contract/notification/notification-kinds";
import classes from "./notification.module.css";

interface EstimateWordsProps {
  answer: Estimate | undefined;
  hasFailed: boolean;
  error?: unknown;
  again: () => void;
  channels: readonly NotificationChannel[];
}

export const estimateLook = `${classes.estimate} ${basic.wrap} ${basic.size14} ${basic.sunken} ${basic.rounded} ${basic.finger}`;

export function EstimateWords({ answer, hasFailed, error, again, channels }: EstimateWordsProps) {
  if (hasFailed)
    return (
      <div className={estimateLook} role="alert">
        <span>{reasonOf(error)}</span>
        <Button size="compact-sm" variant="default" onClick={again}>
          {t("重新估算")}
        </Button>
      </div>
    );
  if (!answer)
    return (
      <div className={estimateLook} role="status">
        <Loader size="xs" aria-hidden /> {t("正在估算人数…")}
      </div>
    );
  const { count, is_capped, skipped, reachable } = answer;
  const people = (n: number) => t("{n}人", { n: formatNumber(n) });
  const reached = channels.flatMap((channel) => reachable.find((one) => one.channel === channel) ?? []);
  return (
    <div className={estimateLook} role="status">
      <strong className={`${basic.size16} ${basic.bold}`}>
        {is_capped ? t("超过 {n}", { n: people(count) }) : t("约 {n}", { n: people(count) })}
      </strong>
      {count === 0 ? <span>{t("没有符合条件的人，不能发送")}</span> : null}
      {reached.length && count ? (
        <Flex
          component="ul"
          wrap="wrap"
          gap="2px 14px"
          c="dimmed"
          fz={13}
          className={basic.list}
          aria-label={t("各渠道可送达")}
        >
          {reached.map((one) => (
            <li key={one.channel}>
              {t(notificationChannels[one.channel])}{" "}
              <b className={`${basic.plainText} ${basic.medium}`}>{people(one.count)}</b>
            </li>
          ))}
        </Flex>
      ) : null}
      {skipped.length ? (
        <Text component="small" c="dimmed" fz={13} flex="0 1 100%">
          {t("其中跳过：{list}", {
            list: skipped.map((one) => `${t(skipReasons[one.reason])} ${people(one.count)}`).join("、"),
          })}
        </Text>
      ) : null}
    </div>
  );
}

/** A complaint on a field says what is wrong, the refusal itself only that something is. */
const reasonOf = (error: unknown): string =>
  error instanceof CallError
    ? t("人数估算失败：{reason}", { reason: error.fields[0]?.message ?? error.message })
    : t("人数估算失败");
