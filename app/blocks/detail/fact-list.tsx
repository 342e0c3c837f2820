import type { ReactNode } from "react";
import type { FigureKey } from "~/contract/figures";
import { FigureName } from "../figure/figure-name";
import classes from "./fact-list.module.css";
import { isBlank } from "./value";

interface Fact {
  label: string;
  /** What is explained at its label. */
  figure?: FigureKey;
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
        .map(({ label, figure, value, isWide }) => (
          <div key={label} className={isWide ? `${classes.fact} ${classes.wide}` : classes.fact}>
            <dt>{figure ? <FigureName of={figure}>{label}</FigureName> : label}</dt>
            <dd>{isBlank(value) ? "–" : value}</dd>
          </div>
        ))}
    </dl>
  );
}
