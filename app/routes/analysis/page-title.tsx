import { VisuallyHidden } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { t } from "~/app/i18n/t";
import { screenAt } from "~/contract/screens";

/** The page's heading, also where nobody is signed in: the frames show it to the eye. */
export function PageTitle() {
  const screen = screenAt(useLocation().pathname);
  return screen ? <VisuallyHidden component="h1">{t(screen.title)}</VisuallyHidden> : null;
}
