import { Button, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { BlockedHint } from "~/app/blocks/feedback/blocked-hint";
import { Waiting } from "~/app/blocks/feedback/waiting";
import { t } from "~/app/i18n/t";

interface AsyncPartProps<T> {
  answer: T | undefined;
  hasFailed: boolean;
  again: () => void;
  shape?: "list" | "record" | "cards";
  children: (answer: T) => ReactNode;
}

export function AsyncPart<T>({ answer, hasFailed, again, shape = "record", children }: AsyncPartProps<T>) {
  if (hasFailed)
    return (
      <Stack align="center" py="xl" role="alert">
        <Text>{t("加载失败")}</Text>
        <Button variant="default" onClick={again}>
          {t("重试")}
        </Button>
        <BlockedHint />
      </Stack>
    );
  if (answer !== undefined) return children(answer);
  return <Waiting shape={shape} />;
}
