import { Group, Stack, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { Dialog, DialogClose } from "~/app/blocks/feedback/dialog";
import { Note } from "~/app/blocks/feedback/note";
import { t } from "~/app/i18n/t";
import type { TestResult } from "~/contract/notification/notification";
import { notificationChannels } from "~/contract/notification/notification-kinds";

export function TestDialog({ results, onClose }: { results: readonly TestResult[]; onClose: () => void }) {
  const sent = results.filter(({ is_sent }) => is_sent).length;
  return (
    <Dialog title={t("发给自己测试")} onClose={onClose}>
      <Note>{sent ? t("请在对应的应用里查看。测试不计入目标和已读。") : t("没有一个渠道发送成功。")}</Note>
      <Stack component="ul" gap={0} m="12px 0 16px" className={basic.list}>
        {results.map(({ channel, is_sent, error }) => (
          <Group
            component="li"
            key={channel}
            justify="space-between"
            gap="2px 10px"
            py={8}
            className={basic.underlined}
          >
            <span>{t(notificationChannels[channel])}</span>
            <Tag color={is_sent ? "green" : "red"}>{is_sent ? t("已发出") : t("未发出")}</Tag>
            {error ? (
              <Text component="small" c="dimmed" fz={13} flex="0 1 100%" className={basic.anywhere}>
                {t(error)}
              </Text>
            ) : null}
          </Group>
        ))}
      </Stack>
      <DialogClose onClose={onClose} />
    </Dialog>
  );
}
