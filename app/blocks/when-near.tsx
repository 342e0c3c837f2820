import { type ReactNode, useEffect, useRef, useState } from "react";
import { whenIdle } from "~/app/browser/idle";

interface WhenNearProps {
  height: number;
  /** The address asks for it: it is rendered at once. */
  isAsked?: boolean;
  children: ReactNode;
}

export function WhenNear({ height, isAsked = false, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(isAsked);

  // Only the browser knows what is in view; without the API everything is rendered.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    if (typeof IntersectionObserver === "undefined") return setNear(true);
    let giveUp: (() => void) | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        giveUp = whenIdle(() => setNear(true));
      },
      { rootMargin: "400px" },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      giveUp?.();
    };
  }, []);

  return (
    <div ref={place} style={isNear ? undefined : { minHeight: height }}>
      {isNear ? children : null}
    </div>
  );
}
