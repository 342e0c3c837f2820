import { Text } from "@mantine/core";
import { t } from "~/app/i18n/t";

export const QueueProgress = ({ done, left }: { done: number; left: number }) =>
  done || left ? (
    <Text component="span" size="sm" c="dimmed" fw={400} role="status">
      {done ? t("已处理 {done} 条 · 还有 {left} 条", { done, left }) : t("还有 {left} 条", { left })}
    </Text>
  ) : null;
