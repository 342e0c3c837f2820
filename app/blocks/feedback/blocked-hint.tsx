import { Text } from "@mantine/core";
import { useMayBeBlocked } from "~/app/api/blocked";
import { t } from "~/app/i18n/t";

export const BlockedHint = () =>
  useMayBeBlocked() ? (
    <Text component="span" size="sm" c="dimmed" ta="center">
      {t("可能被浏览器插件拦截")}
    </Text>
  ) : null;
