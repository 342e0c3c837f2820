import { Text } from "@mantine/core";
import { t } from "~/app/i18n/t";

interface QueueProgressProps {
  /** How many have been decided so far. */
  done: number;
  /** How many still wait, including this one. */
  left: number;
}

/** The position in a queue: 已处理 3 条 · 还有 5 条. */
export const QueueProgress = ({ done, left }: QueueProgressProps) =>
  done || left ? (
    <Text component="span" size="sm" c="dimmed" fw={400} role="status">
      {done ? t("已处理 {done} 条 · 还有 {left} 条", { done, left }) : t("还有 {left} 条", { left })}
    </Text>
  ) : null;
