import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { toast } from "~/app/api/toast";
import { whenIdle } from "~/app/browser/idle";
import { t } from "~/app/i18n/t";

/** The props of a module's component. */
type Props<Part> = Part extends (props: infer P) => ReactNode ? P & object : never;

/**
 * A component that is loaded when it is first shown, e.g. `lazyPart(() => import("./broker-dialog"), "BrokerDialog")`; `fallback` stands
 * in its place until then, drawn from the same props. A file that fails to load ends in the page for that, as with any other file.
 */
export function lazyPart<Module, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  fallback?: (props: Props<Module[Name]>) => ReactNode,
): ComponentType<Props<Module[Name]>> {
  // `lazy` cannot follow the type of a name that is chosen here.
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return (props) => (
    <Suspense fallback={fallback?.(props)}>
      <Part {...props} />
    </Suspense>
  );
}

/**
 * For a `lazyPart` that nothing waits for, e.g. `ahead(() => import("./account-menu"))`: `load` brings it when the browser has time, or
 * sooner when somebody reaches for it. `reach` answers whether it has come, and says so if not: the page stays as it is with all that is
 * typed there, and the next to reach for it tries again.
 */
export function ahead<Module>(load: () => Promise<Module>) {
  let give: (module: Module) => void;
  const whole = new Promise<Module>((resolve) => {
    give = resolve;
  });
  const come = () => load().then((module) => give(module));
  return {
    load: () => {
      whenIdle(() => void come().catch(() => undefined));
      return whole;
    },
    reach: () =>
      come().then(
        () => true,
        () => {
          toast.error(t("页面资源加载失败，请检查网络后重试。"));
          return false;
        },
      ),
  };
}

interface WhenNearProps {
  /** About as high as what will stand there. */
  height: number;
  /** The address asks for it: it is drawn at once. */
  isAsked?: boolean;
  children: ReactNode;
}

/** A part of a long page that is drawn once the reader comes near it and the browser has time: until then it neither loads its code nor asks for its data. */
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
