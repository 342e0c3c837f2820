import { Tooltip } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";

const events = { hover: true, focus: true, touch: true };

export const Tip = ({ label, children }: { label: ReactNode; children: ReactElement }) => (
  <Tooltip label={label} events={events} multiline maw={280} withArrow>
    {children}
  </Tooltip>
);
