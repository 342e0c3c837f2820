import { Button, CopyButton, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";

interface OnceTextProps {
  text: string;
  label: string;
  rows: number;
  warning?: string;
}

export const OnceText = ({ text, label, rows, warning = t("密码只显示这一次，关闭后无法再查看。") }: OnceTextProps) => (
  <Stack gap="xs">
    <Text size="sm" c="var(--mantine-color-error)">
      {warning}
    </Text>
    <Textarea label={label} value={text} readOnly autosize minRows={rows} maxRows={12} />
    <Group>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            onClick={copy}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            {copied ? t("已复制") : t("复制")}
          </Button>
        )}
      </CopyButton>
    </Group>
  </Stack>
);
