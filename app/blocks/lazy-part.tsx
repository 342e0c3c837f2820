import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { toast } from "~/app/api/toast";
import { whenIdle } from "~/app/browser/idle";
import { t } from "~/app/i18n/t";

type Props<Part> = Part extends (props: infer P) => ReactNode ? P & object : never;

type Load<Module> = (() => Promise<Module>) & { now?: () => Module | undefined };

/**
 * A component that is loaded when it is first shown, e.g. `lazyPart(() => import("./broker-dialog"), "BrokerDialog")`; before, `fallback`
 * is shown, with the same props. A file that fails to load ends in the page for that, as with any other file.
 */
export function lazyPart<Module, Name extends keyof Module & string>(
  load: Load<Module>,
  name: Name,
  fallback?: (props: Props<Module[Name]>) => ReactNode,
): ComponentType<Props<Module[Name]>> {
  // `lazy` cannot infer the type of a name that is chosen here.
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  const now = () => load.now?.()?.[name] as ComponentType<object> | undefined;
  return (props) => <Shown {...{ Part, now, props }} fallback={fallback?.(props)} />;
}

interface ShownProps {
  Part: ComponentType<object>;
  now: () => ComponentType<object> | undefined;
  props: object;
  fallback: ReactNode;
}

/** A loaded part is shown at once: React would show the fallback for a moment, in which it may be pressed. */
function Shown({ Part, now, props, fallback }: ShownProps) {
  const [Ready] = useState(now);
  if (Ready) return <Ready {...props} />;
  return (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}

/**
 * For a `lazyPart` that nothing waits for, e.g. `ahead(() => import("./account-menu"))`: `load` loads it when the browser is idle, or
 * earlier when the user reaches for it. `reach` returns whether it is loaded, and shows an error if not: the page stays as it is with all
 * that is typed there, and the next reach tries again.
 */
export function ahead<Module>(load: () => Promise<Module>) {
  let give: (module: Module) => void;
  let missing: string | undefined;
  let here: Module | undefined;
  const whole = new Promise<Module>((resolve) => {
    give = resolve;
  });
  // Vite requests a style sheet once, and then never again: a missing one is requested here before the next try.
  const come = async () => {
    if (missing) await sheet(missing);
    missing = undefined;
    here = await load().catch((error: unknown) => {
      missing = /^Unable to preload CSS for (\S+)$/.exec(error instanceof Error ? error.message : "")?.[1];
      throw error;
    });
    give(here);
  };
  return {
    load: Object.assign(
      () => {
        whenIdle(() => void come().catch(() => undefined));
        return whole;
      },
      { now: () => here },
    ),
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

export function usePress({ reach }: Pick<ReturnType<typeof ahead>, "reach">) {
  const target = useRef<HTMLButtonElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const press = () => {
    setIsWanted(true);
    reach().then((hasCome) => hasCome || setIsWanted(false));
  };
  return { target, isWanted, press };
}

const sheet = (href: string) =>
  new Promise<void>((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${href} did not come`));
    };
    document.head.append(link);
  });
