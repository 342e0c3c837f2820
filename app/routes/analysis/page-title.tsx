import { VisuallyHidden } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { t } from "~/app/i18n/t";
import { screenAt } from "~/contract/screens";

export function PageTitle() {
  const screen = screenAt(useLocation().pathname);
  return screen ? <VisuallyHidden component="h1">{t(screen.title)}</VisuallyHidden> : null;
}
