import { VisuallyHidden } from "@mantine/core";
import { useAddressTitle } from "~/app/session/viewer-context";

/** The heading that the frame's breadcrumb shows to the eye alone. */
export function ScreenHeading() {
  const title = useAddressTitle();
  return title ? <VisuallyHidden component="h1">{title}</VisuallyHidden> : null;
}
