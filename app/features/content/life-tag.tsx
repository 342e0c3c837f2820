import { formatInstant } from "~/app/blocks/detail/format";
import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { approvalStatuses } from "~/contract/content/approval";
import { type PublishStatus, publishStatuses } from "~/contract/content/publishing";
import type { LifeRow } from "./content-kind";

const colors: Readonly<Record<PublishStatus, TagColor>> = {
  draft: "gray",
  scheduled: "brand",
  published: "green",
  offline: "orange",
};

type Life = Pick<LifeRow, "publish_status" | "has_draft" | "approval">;

export const LifeTag = ({ publish_status, has_draft, approval }: Life) => (
  <span style={{ display: "inline-flex", gap: 4 }}>
    <Tag color={colors[publish_status]}>{t(publishStatuses[publish_status])}</Tag>
    {has_draft ? <Tag color="cyan">{t("修改稿")}</Tag> : null}
    {approval ? (
      <Tag color={approval.status === "returned" ? "red" : "orange"}>{t(approvalStatuses[approval.status])}</Tag>
    ) : null}
  </span>
);

export const publishColumn = {
  key: "publish_at" as const,
  width: 132,
  under: ({ offline_at }: { offline_at: string | null }) =>
    offline_at && t("{at}下线", { at: formatInstant(offline_at).slice(5) }),
};

export const lifeColumn = {
  key: "publish_status" as const,
  width: 124,
  render: (row: Life) => <LifeTag {...row} />,
};
