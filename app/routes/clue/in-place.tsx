import { Box, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { BackToList } from "~/app/blocks/list/back-to-list";
import classes from "./in-place.module.css";

interface InPlaceProps {
  label: string;
  title: string | undefined;
  tool?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export const InPlace = ({ label, title, tool, onClose, children }: InPlaceProps) => (
  <Box
    component="section"
    className={`${basic.surface} ${basic.grid} ${basic.gap16}`}
    maw={1180}
    p={{ base: 14, sm: 20 }}
    aria-label={label}
  >
    <Group gap="8px 12px" className={classes.tools}>
      <BackToList onClose={onClose} />
      {title ? (
        <Text component="h1" fz={20} fw={600}>
          {title}
        </Text>
      ) : null}
      {tool ? <div className={`${classes.tool} ${basic.pushed}`}>{tool}</div> : null}
    </Group>
    {children}
  </Box>
);
