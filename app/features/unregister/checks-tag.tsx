import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import classes from "./checks-tag.module.css";

export interface ChecksProps {
  /** How much of each kind is still open; unchecked kinds are absent. */
  checks: Readonly<Record<string, number>>;
  labels: Readonly<Record<string, string>>;
}

export const checksOf = ({ checks, labels }: ChecksProps): { label: string; count: number }[] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const count = checks[name];
    return count === undefined ? [] : [{ label: t(label), count }];
  });

export function ChecksTag(props: ChecksProps) {
  const checks = checksOf(props);
  const open = checks.filter(({ count }) => count > 0).map(({ label, count }) => `${label} ${count}`);
  if (checks.length === 0) return "–";
  if (open.length === 0) return <Tag color="green">✓ {t("无未结业务")}</Tag>;
  return (
    <span
      className={`${classes.brief} ${basic.gap4} ${basic.size12} ${basic.inlineRow}`}
      style={{ maxWidth: "100%", lineHeight: "20px" }}
      title={open.join("、")}
    >
      <Tag color="red">✗ {open[0]}</Tag>
      {open.length > 1 ? <span>+{open.length - 1}</span> : null}
    </span>
  );
}
