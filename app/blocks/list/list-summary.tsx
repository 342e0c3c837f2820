import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { FigureName } from "~/app/blocks/figure/figure-name";
import type { FigureKey } from "~/contract/figures";

export const ListSummary = ({ label, children }: { label: string; children: ReactNode }) => (
  <Group component="dl" gap="4px 28px" m={0} px={4} c="dimmed" fz={14} aria-label={label}>
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
  <div className={`${basic.flex} ${basic.baseline} ${basic.gap8}`}>
    <dt>
      <FigureName of={of} />
    </dt>
    <dd className={`${basic.flat} ${basic.bold} ${warns ? basic.late : basic.plainText}`} title={title}>
      {value}
    </dd>
  </div>
);
