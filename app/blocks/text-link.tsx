import { Anchor } from "@mantine/core";
import type { ComponentPropsWithoutRef } from "react";
import { Link } from "./link";

/** A link within a sentence, in the size of its words and underlined: there colour alone does not tell it. */
export const TextLink = (props: ComponentPropsWithoutRef<typeof Link>) => (
  <Anchor component={Link} inherit underline="always" {...props} />
);
