import { Anchor, type AnchorProps } from "@mantine/core";
import type { ComponentPropsWithoutRef } from "react";
import { Link } from "./link";

/** A link to a screen, in the look of a link. */
export const PageLink = (props: AnchorProps & ComponentPropsWithoutRef<typeof Link>) => (
  <Anchor component={Link} {...props} />
);

export const SmallLink = (props: ComponentPropsWithoutRef<typeof PageLink>) => <PageLink size="sm" {...props} />;

/** In the size of the text around it. */
export const NameLink = (props: ComponentPropsWithoutRef<typeof PageLink>) => <PageLink fz="inherit" {...props} />;
