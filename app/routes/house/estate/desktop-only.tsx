import { Button, Stack, Text } from "@mantine/core";
import { IconDeviceDesktop } from "@tabler/icons-react";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";

/** Stands on the phone for what is done on the desktop alone (domain D.0), with a way back. */
export function DesktopOnly({ backTo }: { backTo: string }) {
  return (
    <Stack align="center" gap="sm" px="md" py={64}>
      <IconDeviceDesktop size={44} stroke={1.25} color="var(--mantine-color-dimmed)" aria-hidden />
      <Text ta="center">{t("请在电脑端操作")}</Text>
      <Button component={Link} to={backTo} variant="default">
        {t("返回")}
      </Button>
    </Stack>
  );
}
