import { VisuallyHidden } from "@mantine/core";
import { useAddressTitle } from "~/app/session/viewer-context";

export function ScreenHeading() {
  const title = useAddressTitle();
  return title ? <VisuallyHidden component="h1">{title}</VisuallyHidden> : null;
}
