import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { FigureName } from "~/app/blocks/figure/figure-name";
import type { FigureKey } from "~/contract/figures";
import classes from "./list-summary.module.css";

/** A line of figures above a list; `label` says of what. */
export const ListSummary = ({ label, children }: { label: string; children: ReactNode }) => (
  <dl className={`${classes.summary} ${basic.flow} ${basic.flat} ${basic.dim}`} aria-label={label}>
    {children}
  </dl>
);

interface SummaryFigureProps {
  of: FigureKey;
  value: string;
  /** The full value, if it is shortened. */
  title?: string | undefined;
  warns?: boolean;
}

/** One of its figures, with its definition at its name. */
export const SummaryFigure = ({ of, value, title, warns }: SummaryFigureProps) => (
  <div data-warns={warns || undefined}>
    <dt>
      <FigureName of={of} />
    </dt>
    <dd title={title}>{value}</dd>
  </div>
);
