import { Box, Group } from "@mantine/core";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";

interface PanelProps {
  title: string;
  heading?: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
}

export const Panel = ({ title, heading = title, tools, children }: PanelProps) => (
  <Box component="section" className={basic.surface} p={{ base: 14, sm: "18px 24px 24px" }} aria-label={title}>
    <Group justify="space-between" gap="8px 16px" mb={14}>
      <h2 className={`${basic.flat} ${basic.size16} ${basic.bold}`}>{heading}</h2>
      {tools}
    </Group>
    {children}
  </Box>
);
