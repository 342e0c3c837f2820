import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import classes from "./unregister-checks.module.css";

/** How much of each kind is still open; a kind that nobody has looked at is absent. */
type Checks = Readonly<Record<string, number>>;

interface ChecksProps {
  checks: Checks;
  /** What is asked of who leaves, by the key of its check. */
  labels: Readonly<Record<string, string>>;
}

interface Check {
  label: string;
  count: number;
}

const checksOf = ({ checks, labels }: ChecksProps): Check[] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const count = checks[name];
    return count === undefined ? [] : [{ label: t(label), count }];
  });

/** Whether something of who leaves is still open. */
export const hasOpenChecks = (checks: Checks): boolean => Object.values(checks).some((count) => count > 0);

/** The checks in one line: all passed, or the first that did not and how many more; the pointer is told them all. */
export function ChecksTag(props: ChecksProps) {
  const checks = checksOf(props);
  const open = checks.filter(({ count }) => count > 0).map(({ label, count }) => `${label} ${count}`);
  if (checks.length === 0) return "–";
  if (open.length === 0) return <Tag color="green">✓ {t("无未结业务")}</Tag>;
  return (
    <span className={classes.brief} title={open.join("、")}>
      <Tag color="red">✗ {open[0]}</Tag>
      {open.length > 1 ? <span>+{open.length - 1}</span> : null}
    </span>
  );
}

/** Each check with its result, for who decides. */
export function ChecksList(props: ChecksProps) {
  const checks = checksOf(props);
  if (checks.length === 0) return null;
  return (
    <section aria-label={t("检查项")}>
      <ul className={classes.checks}>
        {checks.map(({ label, count }) => (
          <li key={label} data-open={count > 0 || undefined}>
            {count > 0 ? t("✗ {label} {count} 项", { label, count }) : t("✓ 无{label}", { label })}
          </li>
        ))}
      </ul>
    </section>
  );
}
