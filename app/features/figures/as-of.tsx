import { Text } from "@mantine/core";
import { formatMoment } from "~/app/blocks/detail/format";
import { t } from "~/app/i18n/t";

/** Up to when figures are complete, where they come from a replica. */
export const AsOf = ({ at }: { at: string | undefined }) =>
  at ? (
    <Text size="xs" c="dimmed">
      {t("数据截至 {time}", { time: formatMoment(at) })}
    </Text>
  ) : null;
