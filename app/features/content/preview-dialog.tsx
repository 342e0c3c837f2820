import "@mantine/core/styles/SegmentedControl.css";
import { Button, CopyButton, Group, SegmentedControl, Text } from "@mantine/core";
import { IconCopy, IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { formatInstant } from "~/app/blocks/detail/format";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import classes from "./content.module.css";
import type { ContentKindOf, LifeRow } from "./content-kind";

interface PreviewDialogProps {
  kind: ContentKindOf;
  row: Pick<LifeRow, "id" | "title">;
  isDraft: boolean;
  onClose: () => void;
}

export function PreviewDialog({ kind, row, isDraft, onClose }: PreviewDialogProps) {
  const isPhone = useIsPhone();
  const [width, setWidth] = useState(isPhone ? "phone" : "desktop");
  const query = isDraft ? { draft: true } : {};
  const link = useCall(kind.endpoints.previewLink, { params: { id: row.id }, query });
  return (
    <Dialog
      fullScreen
      title={t("预览：{title}", { title: row.title })}
      onClose={onClose}
      classNames={{ content: basic.column ?? "", body: `${basic.column} ${basic.grow}` }}
      styles={{ body: { minHeight: 0 } }}
    >
      <AsyncPart {...link}>
        {({ url, expires_at }) => (
          <>
            <Group justify="space-between" gap="xs" mb="sm">
              {isPhone ? null : (
                <SegmentedControl
                  aria-label={t("预览宽度")}
                  data={[
                    { value: "desktop", label: t("桌面") },
                    { value: "phone", label: t("手机") },
                  ]}
                  value={width}
                  onChange={setWidth}
                />
              )}
              <Text size="xs" c="dimmed" style={{ flex: 1 }}>
                {t("显示的是已保存的内容；链接 {at} 前有效，无需登录", { at: formatInstant(expires_at) })}
              </Text>
              <CopyButton value={new URL(url, window.location.href).href}>
                {({ copied, copy }) => (
                  <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
                    {copied ? t("已复制") : t("复制链接")}
                  </Button>
                )}
              </CopyButton>
              <Button
                component="a"
                href={url}
                target="_blank"
                rel="noopener"
                variant="default"
                leftSection={<IconExternalLink size={16} aria-hidden />}
              >
                {t("新窗口打开")}
              </Button>
            </Group>
            <div className={`${basic.flex} ${basic.grow} ${basic.centered} ${classes.screen}`}>
              <iframe title={t("预览")} src={url} className={classes.frame} data-width={width} />
            </div>
          </>
        )}
      </AsyncPart>
    </Dialog>
  );
}
