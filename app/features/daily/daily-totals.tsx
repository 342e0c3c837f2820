import { Group, Text } from "@mantine/core";
import { t } from "~/app/i18n/t";

/** The totals of some days: each label with its text. */
export const DailyTotals = ({ totals }: { totals: Record<string, string> }) => (
  <Group component="dl" gap="lg" m={0}>
    {Object.entries(totals).map(([label, text]) => (
      <div key={label}>
        <Text component="dt" size="xs" c="dimmed">
          {t(label)}
        </Text>
        <Text component="dd" m={0} fz={18} fw={600}>
          {text}
        </Text>
      </div>
    ))}
  </Group>
);
