import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { FigureName } from "~/app/blocks/figure/figure-name";
import type { FigureKey } from "~/contract/figures";
import classes from "./list-summary.module.css";

export const ListSummary = ({ label, children }: { label: string; children: ReactNode }) => (
  <Group component="dl" gap="4px 28px" m={0} px={4} c="dimmed" fz={14} className={classes.summary} aria-label={label}>
    {children}
  </Group>
);

interface SummaryFigureProps {
  of: FigureKey;
  value: string;
  title?: string | undefined;
  warns?: boolean;
}

export const SummaryFigure = ({ of, value, title, warns }: SummaryFigureProps) => (
  <div data-warns={warns || undefined}>
    <dt>
      <FigureName of={of} />
    </dt>
    <dd title={title}>{value}</dd>
  </div>
);
