import { Indicator } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";

/** A sign of the header with how many wait behind it; its link or button says the same in words. */
export function CountSign({ count, icon: Icon }: { count: number; icon: TablerIcon }) {
  return (
    <Indicator
      label={count > 99 ? "99+" : count}
      size={16}
      disabled={count === 0}
      color="orange.8"
      offset={2}
      // In a line of text the icon would stand above its middle.
      display="flex"
      aria-hidden
    >
      <Icon size={20} stroke={1.6} />
    </Indicator>
  );
}
