import { Anchor, Box, Button, CopyButton, Group } from "@mantine/core";
import { IconCopy, IconExternalLink } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import type { RowAction } from "~/app/blocks/row-action";
import { t } from "~/app/i18n/t";
import type { ContentRecord } from "./content-kind";
import { LifeTag } from "./life-tag";

interface ContentHeadProps {
  record: ContentRecord;
  isDraft: boolean;
  actions: readonly (RowAction | false)[];
}

export function ContentHead({ record, isDraft, actions }: ContentHeadProps) {
  const { title, publish_status, publish_at, updated_at, updated_by, site_url } = record;
  const at = publish_at && formatInstant(publish_at);
  const facts = [
    at && (publish_status === "scheduled" ? t("将于{at}发布", { at }) : t("{at}发布", { at })),
    t("{by} {at}更新", { by: updated_by?.name ?? "", at: formatInstant(updated_at) }),
  ].filter(Boolean);
  return (
    <Group component="header" gap="6px 12px">
      <Box component="h2" flex="0 1 100%" m={0} fz={18} className={basic.anywhere}>
        {isDraft ? t("修改稿：{title}", { title }) : title}
      </Box>
      <Group component="span" gap="4px 10px" flex={1} c="dimmed" fz={13}>
        <LifeTag {...record} />
        {facts.join(" · ")}
        {site_url && publish_status === "published" ? (
          <>
            <Anchor href={site_url} target="_blank" rel="noopener" size="sm">
              {t("官网页面")} <IconExternalLink size={14} aria-hidden />
            </Anchor>
            <CopyButton value={site_url}>
              {({ copied, copy }) => (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<IconCopy size={14} aria-hidden />}
                  onClick={copy}
                >
                  {copied ? t("已复制") : t("复制网址")}
                </Button>
              )}
            </CopyButton>
          </>
        ) : null}
      </Group>
      <RowActions actions={actions} about={title} isTall />
    </Group>
  );
}
