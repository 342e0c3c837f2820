import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import classes from "./checks-list.module.css";
import { type ChecksProps, checksOf } from "./checks-tag";

export const hasOpenChecks = (checks: ChecksProps["checks"]): boolean =>
  Object.values(checks).some((count) => count > 0);

export function ChecksList(props: ChecksProps) {
  const checks = checksOf(props);
  if (checks.length === 0) return null;
  return (
    <section aria-label={t("检查项")}>
      <ul className={`${classes.checks} ${basic.list} ${basic.grid} ${basic.size14}`}>
        {checks.map(({ label, count }) => (
          <li key={label} data-open={count > 0 || undefined}>
            {count > 0 ? t("✗ {label} {count} 项", { label, count }) : t("✓ 无{label}", { label })}
          </li>
        ))}
      </ul>
    </section>
  );
}
