import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import type { AuditPicture } from "~/contract/house/estate-audit";

const kinds = {
  added: { label: "新增", color: "green" },
  changed: { label: "有变更", color: "orange" },
  removed: { label: "移除", color: "red" },
} as const;

export const KindTag = ({ kind }: { kind: AuditPicture["kind"] }) =>
  kind === "same" ? null : <Tag color={kinds[kind].color}>{t(kinds[kind].label)}</Tag>;
