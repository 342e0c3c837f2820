import { Indicator } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";

export const countText = (count: number) => (count > 99 ? "99+" : String(count));

/** A count in the header; its link or button says the same in words. */
export const CountSign = ({ count, icon: Icon }: { count: number; icon: TablerIcon }) => (
  <Indicator
    label={countText(count)}
    size={16}
    disabled={count === 0}
    color="orange.8"
    offset={2}
    // In a line of text the icon would be above its middle.
    display="flex"
    aria-hidden
  >
    <Icon size={20} stroke={1.6} />
  </Indicator>
);
