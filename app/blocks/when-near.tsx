import { type ReactNode, useEffect, useRef, useState } from "react";
import { whenIdle } from "~/app/browser/idle";

interface WhenNearProps {
  /** About as high as what will stand there. */
  height: number;
  /** The address asks for it: it is drawn at once. */
  isAsked?: boolean;
  children: ReactNode;
}

/** A part of a long page, most often a `lazyPart`, that is drawn once the reader comes near it and the browser has time: until then it neither loads its code nor asks for its data. */
export function WhenNear({ height, isAsked = false, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(isAsked);

  // Only the browser knows what is in sight; one that cannot say draws everything.
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
