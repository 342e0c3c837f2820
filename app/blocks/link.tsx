import { Link as RemixLink } from "@remix-run/react";
import { type ComponentPropsWithoutRef, forwardRef } from "react";

export const Link = forwardRef<HTMLAnchorElement, ComponentPropsWithoutRef<typeof RemixLink>>(
  function Link(props, ref) {
    return <RemixLink ref={ref} prefetch="intent" {...props} />;
  },
);
