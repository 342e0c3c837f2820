import { Button } from "@mantine/core";
import { IconDeviceDesktop } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";
import { Link } from "../link";
import { State } from "./states";

/** Shown on the phone for what works only on the desktop (domain D.0), with a way back. */
export const DesktopOnly = ({ backTo }: { backTo: string }) => (
  <State icon={IconDeviceDesktop} title={t("请在电脑端操作")}>
    <Button component={Link} to={backTo} variant="default">
      {t("返回")}
    </Button>
  </State>
);
