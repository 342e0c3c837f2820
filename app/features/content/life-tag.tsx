import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { type PublishStatus, publishStatuses } from "~/contract/content/publishing";
import type { LifeRow } from "./content-kind";

const colors: Readonly<Record<PublishStatus, TagColor>> = {
  draft: "gray",
  scheduled: "brand",
  published: "green",
  offline: "orange",
};

export const LifeTag = ({ publish_status, has_draft }: Pick<LifeRow, "publish_status" | "has_draft">) => (
  <span style={{ display: "inline-flex", gap: 4 }}>
    <Tag color={colors[publish_status]}>{t(publishStatuses[publish_status])}</Tag>
    {has_draft ? <Tag color="cyan">{t("修改稿")}</Tag> : null}
  </span>
);

export const lifeColumn = {
  key: "publish_status" as const,
  width: 124,
  render: (row: Pick<LifeRow, "publish_status" | "has_draft">) => <LifeTag {...row} />,
};
