import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { type ClueStatus, type CollisionType, clueStatuses, collisionTypes } from "~/contract/clue/clue-kinds";

const colors: Readonly<Record<ClueStatus, TagColor>> = {
  pending: "orange",
  valid: "brand",
  visited: "green",
  subscribed: "green",
  contracted: "green",
  settled: "gray",
  invalid: "red",
  expired: "gray",
  cancelled: "gray",
};

export function ClueStatusTag({ status }: { status: string }) {
  const known = status as ClueStatus;
  return <Tag color={colors[known]}>{t(clueStatuses[known] ?? status)}</Tag>;
}

export function CollisionTag({ collision, isCertain }: { collision: string | null; isCertain: boolean | null }) {
  if (collision === null) return null;
  const label = t(collisionTypes[collision as CollisionType] ?? collision);
  if (isCertain === false)
    return (
      <Tag color="orange" title={maskedMatch()}>
        {t("疑似{label}", { label })}
      </Tag>
    );
  return <Tag color={collision === "blacklist" ? "red" : "orange"}>{label}</Tag>;
}

/** Why a masked match alone does not cause a refusal. */
export const maskedMatch = () => t("号码部分隐藏，需判定");
