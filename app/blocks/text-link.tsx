import { Anchor } from "@mantine/core";
import type { ComponentPropsWithoutRef } from "react";
import { Link } from "./link";

/** A link within a sentence, in the text's size and underlined, since colour alone does not mark it there. */
export const TextLink = (props: ComponentPropsWithoutRef<typeof Link>) => (
  <Anchor component={Link} inherit underline="always" {...props} />
);
