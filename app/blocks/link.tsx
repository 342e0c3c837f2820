import { Link as RemixLink } from "@remix-run/react";
import { type ComponentPropsWithoutRef, forwardRef } from "react";

/** A link to a screen; its chunk is loaded on hover, touch or focus. */
export const Link = forwardRef<HTMLAnchorElement, ComponentPropsWithoutRef<typeof RemixLink>>(
  function Link(props, ref) {
    return <RemixLink ref={ref} prefetch="intent" {...props} />;
  },
);
