import { VisuallyHidden } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { useTitleOf } from "~/app/session/viewer-context";
import { screenAt } from "~/contract/screens";

/** The heading that the frame's breadcrumb shows to the eye alone. */
export function ScreenHeading() {
  const screen = screenAt(useLocation().pathname);
  const titleOf = useTitleOf();
  return screen ? <VisuallyHidden component="h1">{titleOf(screen)}</VisuallyHidden> : null;
}
