import { Anchor } from "@mantine/core";
import type { ComponentPropsWithoutRef } from "react";
import { Link } from "./link";

export const TextLink = (props: ComponentPropsWithoutRef<typeof Link>) => (
  <Anchor component={Link} inherit underline="always" {...props} />
);
