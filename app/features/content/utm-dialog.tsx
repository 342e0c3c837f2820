import { Button, CopyButton, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { t } from "~/app/i18n/t";
import { longestUtm, type Utm, utmFields, utmNames, withUtm } from "~/contract/content/utm";

/** 推广链接: the page's address with what statistics are told of where its readers come from. Nothing of it is kept. */
export function UtmDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const [said, setSaid] = useState<Utm>({});
  const link = withUtm(url, said);
  return (
    <Dialog title={t("推广链接")} size="lg" onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t(
            "在不同渠道使用不同的链接，网站统计和询盘就能分清访客从哪里来。请用字母、数字和 -，同一渠道每次写法一致。",
          )}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {utmNames.map((name) => (
            <TextInput
              key={name}
              label={t("{label}（{name}）", { label: t(utmFields[name].label), name })}
              placeholder={utmFields[name].example}
              maxLength={longestUtm}
              value={said[name] ?? ""}
              onChange={({ currentTarget }) => setSaid({ ...said, [name]: currentTarget.value })}
            />
          ))}
        </SimpleGrid>
        <Textarea label={t("链接")} value={link} readOnly autosize minRows={2} maxRows={6} />
        <DialogFoot onClose={onClose} cancel={t("关闭")}>
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button
                leftSection={<IconCopy size={16} aria-hidden />}
                disabled={!said.utm_source?.trim()}
                onClick={copy}
              >
                {copied ? t("已复制") : t("复制")}
              </Button>
            )}
          </CopyButton>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
