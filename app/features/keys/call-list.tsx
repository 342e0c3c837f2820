import { Box, Group, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { errors } from "~/contract/errors";

export interface ShownCall {
  id: number;
  title: string;
  tool: string;
  code: number;
  /** When, or how often. */
  note: string;
}

/** What a key has called, a line each: what it was, and what became of it. */
export const CallList = ({ calls }: { calls: readonly ShownCall[] }) => (
  <Box component="ul" mb={16} className={basic.list}>
    {calls.map(({ id, title, tool, code, note }) => (
      <Box component="li" key={id} py={8} fz={14} className={basic.underlined}>
        <Group gap="2px 10px">
          <strong>{t(title)}</strong>
          <Tag color={code === 200 ? "green" : "red"}>{resultOf(code)}</Tag>
          <span className={`${basic.pushed} ${basic.dim} ${basic.size13}`}>{note}</span>
        </Group>
        <Text c="dimmed" fz={13} mt={2} className={basic.anywhere}>
          {tool}
        </Text>
      </Box>
    ))}
  </Box>
);

const messages: Readonly<Record<number, { message: string }>> = errors;

function resultOf(code: number): string {
  if (code === 200) return t("成功");
  if (code === 40100) return t("密钥已失效");
  // Some messages have a part that only the server can fill in.
  return t((messages[code]?.message ?? String(code)).replace(/[：（]?\{\w+\}.*$/, ""));
}
