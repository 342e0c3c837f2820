import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { t } from "~/app/i18n/t";
import { leaveFor } from "../api/leave";
import { signOut } from "./sign-in";

const notice = "whose-account";
/** Long enough to be read beside the page that opens. */
const shownFor = 10_000;

/** Says whose account another site has signed in, since it may be somebody else's; 不是我 signs out at once. */
export function sayWhose(name: string): void {
  const leave = () => {
    notifications.hide(notice);
    signOut().then(() => leaveFor("/login"));
  };
  notifications.show({
    id: notice,
    color: "brand",
    autoClose: shownFor,
    closeButtonProps: { "aria-label": t("关闭") },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{t("已登录{name}的账号", { name })}</Text>
        <Button size="compact-sm" variant="default" onClick={leave}>
          {t("不是我")}
        </Button>
      </Group>
    ),
  });
}
