import { Indicator } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";

/** A number as a sign has room for it; the name of its link or button says it so too, the title says the whole number. */
export const countText = (count: number) => (count > 99 ? "99+" : String(count));

/** A sign of the header with how many wait behind it; its link or button says the same in words. */
export function CountSign({ count, icon: Icon }: { count: number; icon: TablerIcon }) {
  return (
    <Indicator
      label={countText(count)}
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
