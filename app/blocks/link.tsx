import { Link as RemixLink } from "@remix-run/react";
import { type ComponentPropsWithoutRef, forwardRef } from "react";

/** A link to a screen, whose chunk is fetched as soon as a pointer, a finger or the focus is on it. */
export const Link = forwardRef<HTMLAnchorElement, ComponentPropsWithoutRef<typeof RemixLink>>(
  function Link(props, ref) {
    return <RemixLink ref={ref} prefetch="intent" {...props} />;
  },
);
