import type { ReactNode } from "react";
import classes from "./fact-list.module.css";
import { isBlank } from "./value";

interface Fact {
  label: string;
  value: ReactNode;
  /** Long text takes the whole line. */
  isWide?: boolean;
}

/** What is known of a record: labels with their values; what may not apply is left out as false. */
export function FactList({ facts }: { facts: readonly (Fact | false)[] }) {
  return (
    <dl className={classes.list}>
      {facts
        .filter((fact) => typeof fact === "object")
        .map(({ label, value, isWide }) => (
          <div key={label} className={isWide ? `${classes.fact} ${classes.wide}` : classes.fact}>
            <dt>{label}</dt>
            <dd>{isBlank(value) ? "–" : value}</dd>
          </div>
        ))}
    </dl>
  );
}
