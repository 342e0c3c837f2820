import type { ReactNode } from "react";
import { FigureName } from "~/app/blocks/figure/figure-name";
import type { FigureKey } from "~/contract/figures";
import classes from "./list-summary.module.css";

/** A line of figures above a list; `label` says of what. */
export const ListSummary = ({ label, children }: { label: string; children: ReactNode }) => (
  <dl className={classes.summary} aria-label={label}>
    {children}
  </dl>
);

/** One of its figures, whose definition stands at its name. */
export const SummaryFigure = ({ of, value, warns }: { of: FigureKey; value: string; warns?: boolean }) => (
  <div data-warns={warns || undefined}>
    <dt>
      <FigureName of={of} />
    </dt>
    <dd>{value}</dd>
  </div>
);
