import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { whenIdle } from "~/app/browser/idle";

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

/** A module that nothing waits for. */
export interface LateModule<Module> {
  /** Fetches it at once; whoever uses it is drawn anew when it has come. A file that fails to load ends in the page for that, as with any other file. */
  fetch: () => Promise<void>;
  /** As `fetch`, but nobody waits for it: who reaches for it tries again. */
  fetchAhead: () => Promise<void>;
  subscribe: (draw: () => void) => () => void;
  present: () => Module | undefined;
  failure: () => { error: unknown } | undefined;
}

/** A module that comes when the browser has time, or sooner where somebody reaches for what it does, e.g. `lateModule(() => import("./account-menu"))`. */
export function lateModule<Module>(load: () => Promise<Module>): LateModule<Module> {
  let present: Module | undefined;
  let failure: { error: unknown } | undefined;
  let coming: Promise<void> | undefined;
  const drawn = new Set<() => void>();
  const settle = async (isAwaited: boolean) => {
    failure = undefined;
    try {
      coming ??= load().then((module) => {
        present = module;
      });
      await coming;
    } catch (error) {
      coming = undefined;
      if (isAwaited) failure = { error };
    }
    for (const draw of drawn) draw();
  };
  return {
    fetch: () => settle(true),
    fetchAhead: () => settle(false),
    subscribe: (draw) => {
      drawn.add(draw);
      return () => drawn.delete(draw);
    },
    present: () => present,
    failure: () => failure,
  };
}

/** A late module, once it has come: something plain stands in its place until then. */
export function useLate<Module>({ subscribe, present, failure, fetchAhead }: LateModule<Module>): Module | undefined {
  const module = useSyncExternalStore(subscribe, present);
  const failed = useSyncExternalStore(subscribe, failure);
  useEffect(() => (module ? undefined : whenIdle(fetchAhead)), [module, fetchAhead]);
  if (failed) throw failed.error;
  return module;
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
