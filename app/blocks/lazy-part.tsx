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

/** A module that nothing waits for. */
export interface LateModule<Module> {
  /**
   * Fetches it at once, for who has reached for what it does; answers whether it has come, and says so if not. The page stays as it is
   * with all that is typed there, and the next to reach for it tries again.
   */
  fetch: () => Promise<boolean>;
  /** As `fetch`, but nobody waits for it. */
  fetchAhead: () => Promise<void>;
  subscribe: (draw: () => void) => () => void;
  present: () => Module | undefined;
}

/** A module that comes when the browser has time, or sooner where somebody reaches for what it does, e.g. `lateModule(() => import("./account-menu"))`. */
export function lateModule<Module>(load: () => Promise<Module>): LateModule<Module> {
  let present: Module | undefined;
  let coming: Promise<void> | undefined;
  const drawn = new Set<() => void>();
  const come = async () => {
    try {
      present = await load();
    } catch {
      coming = undefined;
    }
    for (const draw of drawn) draw();
  };
  const fetchAhead = () => {
    coming ??= come();
    return coming;
  };
  return {
    fetch: async () => {
      await fetchAhead();
      if (!present) toast.error(t("页面资源加载失败，请检查网络后重试。"));
      return present !== undefined;
    },
    fetchAhead,
    subscribe: (draw) => {
      drawn.add(draw);
      return () => drawn.delete(draw);
    },
    present: () => present,
  };
}

/** A late module, once it has come: something plain stands in its place until then. */
export function useLate<Module>({ subscribe, present, fetchAhead }: LateModule<Module>): Module | undefined {
  const module = useSyncExternalStore(subscribe, present);
  useEffect(() => (module ? undefined : whenIdle(fetchAhead)), [module, fetchAhead]);
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
