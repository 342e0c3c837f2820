import { Box, Group } from "@mantine/core";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { useIsPhone } from "~/app/blocks/use-is-phone";

interface RecordTagsProps {
  name: string;
  /** The drawer shows the name: the record's row is on the page. */
  isNamed: boolean;
  children: ReactNode;
}

export function RecordTags({ name, isNamed, children }: RecordTagsProps) {
  const isPhone = useIsPhone();
  return (
    <Group gap="6px 10px">
      {isPhone || !isNamed ? (
        <Box component="h1" m={0} fz={20} className={basic.anywhere}>
          {name}
        </Box>
      ) : null}
      {children}
    </Group>
  );
}
